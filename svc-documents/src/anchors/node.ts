/** A JSON-RPC client of the chain's node with a timeout on every call. */
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { AnchoringPaused } from './anchoring-paused.ts'

/** Thrown when the node returns an error. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  /** The contract's revert data, if that was the reason. */
  readonly data: string | undefined

  constructor(method: string, message: string, data: string | undefined) {
    super(`the node rejected ${method}: ${message}`)
    this.data = data
  }
}

type RpcResponse = { result?: unknown; error?: { message?: string; data?: unknown } }

const RESPONSE_TIMEOUT_MS = 5_000

/**
 * Creates a client of the node at `url`. Its calls throw AnchoringPaused (node-unreachable) or
 * NodeError.
 */
export function createNodeClient(url: string, timeoutMs = RESPONSE_TIMEOUT_MS): Rpc {
  let id = 0
  return async (method, params) => {
    const { result, error } = await post(url, timeoutMs, {
      jsonrpc: '2.0',
      id: ++id,
      method,
      params,
    })
    if (!error) return result ?? null
    const data = typeof error.data === 'string' ? error.data : undefined
    throw new NodeError(method, error.message ?? 'no reason given', data)
  }
}

async function post(url: string, timeoutMs: number, request: object): Promise<RpcResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
      // Redirects are not followed: they would send the request, including signed data, elsewhere.
      redirect: 'error',
    })
    const body: unknown = await response.json()
    if (typeof body !== 'object' || body === null) throw new Error('the response is not JSON-RPC')
    return body as RpcResponse
  } catch (cause) {
    const reason = 'the chain node did not return a valid response'
    throw new AnchoringPaused('node-unreachable', reason, { cause })
  }
}

/** Parses a JSON-RPC quantity. @throws AnchoringPaused node-unreachable when it is invalid */
export function parseQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value))
    throw new AnchoringPaused('node-unreachable', 'the chain node did not return a number')
  return BigInt(value)
}
