import { AppError } from '@inkproof/service-kit/app-error'
import { NodeRefusal, openNode } from './chain-node.ts'

export type PracticeDeps = { chainUrl: string; isEmbedded: boolean }

const ETHER = 10n ** 18n
const PRACTICE_WEI = 100n * ETHER
/** A wallet with more than this is left alone, because the call sets a balance and does not add to it. */
const ENOUGH_WEI = ETHER

/**
 * Gives a practice wallet test money, on the chain that this installation runs.
 *
 * @throws AppError NOT_FOUND on any other chain, UNAVAILABLE if the node fails.
 */
export async function fundPracticeWallet(
  { chainUrl, isEmbedded }: PracticeDeps,
  address: string,
): Promise<void> {
  if (!isEmbedded) throw new AppError('NOT_FOUND')
  const ask = openNode(chainUrl)
  try {
    const held = BigInt(String(await ask('eth_getBalance', [address, 'latest'])))
    if (held >= ENOUGH_WEI) return
    await ask('anvil_setBalance', [address, `0x${PRACTICE_WEI.toString(16)}`])
  } catch (cause) {
    if (cause instanceof NodeRefusal) throw new AppError('UNAVAILABLE', {}, { cause })
    throw cause
  }
}
