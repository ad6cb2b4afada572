/** JSON-RPC client for the node of the installation's chain. */
import { AppError } from '@inkproof/service-kit/app-error'
import { z } from 'zod'

/** An error returned by the node, for example for a call that the contract reverted. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

export type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>

const TIMEOUT_MS = 2_000

const RpcResponse = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

/**
 * Creates a client for a series of calls that share one timeout of two seconds.
 *
 * The client throws AppError UNAVAILABLE if the node does not respond or its response is not JSON-RPC, and
 * {@link NodeError} if the node returns an error.
 */
export function createNodeClient(url: string): CallNode {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return async (method, params) => {
    const { result, error } = await post(url, { jsonrpc: '2.0', id: 1, method, params }, signal)
    if (error) throw new NodeError(error.message)
    return result
  }
}

async function post(url: string, body: object, signal: AbortSignal) {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    })
    // The HTTP status is ignored: it differs between nodes, but an error's body always has the same format.
    return RpcResponse.parse(await response.json())
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause })
  }
}
