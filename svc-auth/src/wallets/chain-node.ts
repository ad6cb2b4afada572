/** JSON-RPC calls to the node of the installation's chain, with a timeout of two seconds in total. */
import { AppError } from '@inkproof/service-kit/app-error'
import { z } from 'zod'

/** An error returned by the node, for example for a call that the contract reverted. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
}

export type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>

const RESPONSE_TIMEOUT_MS = 2_000

const Answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

/**
 * Starts a series of calls that share one timeout.
 *
 * @throws AppError UNAVAILABLE from a call if the node does not answer; {@link NodeRefusal} if it returns an error.
 */
export function openNode(url: string): CallNode {
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  return async (method, params) => {
    const { result, error } = await post(url, { jsonrpc: '2.0', id: 1, method, params }, signal)
    if (error) throw new NodeRefusal(error.message)
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
    // Nodes return errors with status 200 or an error status; the body is the same.
    return Answer.parse(await response.json())
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause })
  }
}
