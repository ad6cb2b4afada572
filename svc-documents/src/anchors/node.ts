/** A JSON-RPC client of the chain's node with a timeout on every call. */
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { AnchoringWaits } from './anchoring-waits.ts'

/** The node answered with an error. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  /** The contract's revert data, if that was the reason. */
  readonly data: string | undefined

  constructor(method: string, message: string, data: string | undefined) {
    super(`the node refused ${method}: ${message}`)
    this.data = data
  }
}

type Answer = { result?: unknown; error?: { message?: string; data?: unknown } }

const RESPONSE_TIMEOUT_MS = 5_000

/**
 * Creates a client of the node at `url`.
 *
 * @throws AnchoringWaits node-unreachable, NodeRefusal
 */
export function nodeAt(url: string, timeoutMs = RESPONSE_TIMEOUT_MS): Rpc {
  let id = 0
  return async (method, params) => {
    const { result, error } = await ask(url, timeoutMs, {
      jsonrpc: '2.0',
      id: ++id,
      method,
      params,
    })
    if (!error) return result ?? null
    const data = typeof error.data === 'string' ? error.data : undefined
    throw new NodeRefusal(method, error.message ?? 'no reason given', data)
  }
}

async function ask(url: string, timeoutMs: number, request: object): Promise<Answer> {
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
    if (typeof body !== 'object' || body === null) throw new Error('its answer is not JSON-RPC')
    return body as Answer
  } catch (cause) {
    throw new AnchoringWaits('node-unreachable', 'the chain node does not answer', { cause })
  }
}

/** Parses a JSON-RPC quantity. @throws Error when it is invalid */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value))
    throw new AnchoringWaits('node-unreachable', 'the chain node did not answer with a number')
  return BigInt(value)
}
