import type { Rpc } from '@inkproof/proof/chain-rpc'
import { t } from '@inkproof/texts/text'

/** The only methods that the chain reader forwards. */
export const READING_METHODS = [
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
] as const

export type ReadingCall = { id: number; url: string; method: string; params: readonly unknown[] }

export type ReadingAnswer = { id: number } & ({ result: unknown } | { refusal: string })

/** Answers one call of the page; a refusal is a response too. */
export async function answerReading(
  call: ReadingCall,
  rpcAt: (url: string) => Rpc,
): Promise<ReadingAnswer> {
  const { id, url, method, params } = call
  try {
    if (!READING_METHODS.some((known) => known === method)) {
      throw new Error(`${method} is not a reading method`)
    }
    if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('only http and https nodes')
    return { id, result: await rpcAt(url)(method, params) }
  } catch (error) {
    return { id, refusal: refusalOf(error) }
  }
}

function refusalOf(error: unknown): string {
  // Browsers give no other detail if the address is wrong, down, or forbids other origins.
  if (error instanceof TypeError) {
    return t(
      'it cannot be reached from this browser. The address may be wrong, or the node may be down or block requests from other sites.',
    )
  }
  return error instanceof Error ? error.message : String(error)
}
