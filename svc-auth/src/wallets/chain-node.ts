/** Questions to the node of the installation's chain, within two seconds altogether. */
import { AppError } from '@inkproof/service-kit/app-error'
import { z } from 'zod'

/** A refusal of the node itself, such as a call that the contract reverted. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
}

export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

const ANSWER_WITHIN_MS = 2_000

const Answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

/**
 * Opens a conversation; all its questions share one deadline.
 *
 * @throws AppError UNAVAILABLE from a question when the node does not answer; {@link NodeRefusal} when it refuses.
 */
export function openNode(url: string): AskNode {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
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
    // Nodes answer refusals with 200 or with an error status, the body being the same.
    return Answer.parse(await response.json())
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause })
  }
}
