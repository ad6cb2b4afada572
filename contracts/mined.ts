/** Waits until a transaction is mined. */
import type { JsonRpcApiProvider, TransactionReceipt } from 'ethers'

const MINED_MS = 5 * 60_000

/**
 * Resolves when the transaction is in a block. Does not use ethers' `wait`, which checks again only
 * on a new block: on a chain that mines on demand, the last block may have been mined just before
 * the check.
 */
export async function waitUntilMined(
  provider: JsonRpcApiProvider,
  txHash: string,
): Promise<TransactionReceipt> {
  const endMs = Date.now() + MINED_MS
  for (;;) {
    const receipt = await provider.getTransactionReceipt(txHash)
    if (receipt) return receipt
    if (Date.now() > endMs) {
      throw new Error(`Transaction ${txHash} was not mined within ${MINED_MS / 60_000} minutes.`)
    }
    await new Promise((resolve) => setTimeout(resolve, provider.pollingInterval))
  }
}
