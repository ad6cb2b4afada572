import { AppError } from '@inkproof/service-kit/app-error'
import { createNodeClient, NodeError } from './chain-node.ts'

export type PracticeDeps = { chainUrl: string; isEmbedded: boolean }

const ETHER = 10n ** 18n
const PRACTICE_WEI = 100n * ETHER
/** A wallet with at least this balance is not funded, because funding replaces the balance. */
const MIN_BALANCE_WEI = ETHER

/**
 * Funds a practice wallet with test ether on the chain that this installation runs.
 *
 * @throws AppError NOT_FOUND on any other chain, UNAVAILABLE if the node fails.
 */
export async function fundPracticeWallet(
  { chainUrl, isEmbedded }: PracticeDeps,
  address: string,
): Promise<void> {
  if (!isEmbedded) throw new AppError('NOT_FOUND')
  const callNode = createNodeClient(chainUrl)
  try {
    const balance = BigInt(String(await callNode('eth_getBalance', [address, 'latest'])))
    if (balance >= MIN_BALANCE_WEI) return
    await callNode('anvil_setBalance', [address, `0x${PRACTICE_WEI.toString(16)}`])
  } catch (cause) {
    if (cause instanceof NodeError) throw new AppError('UNAVAILABLE', {}, { cause })
    throw cause
  }
}
