/** Waits until a transaction is mined. */
import type { JsonRpcApiProvider, TransactionReceipt } from 'ethers'

const TIMEOUT_MS = 5 * 60_000

/**
 * Resolves with the receipt when the transaction is in a block, even if the transaction failed. Does
 * not use ethers' `wait`, which checks again only on a new block: on a chain that mines on demand, the
 * last block may have been mined just before the check, and `wait` would never resolve.
 */
export async function waitUntilMined(
  provider: JsonRpcApiProvider,
  txHash: string,
): Promise<TransactionReceipt> {
  const deadlineMs = Date.now() + TIMEOUT_MS
  for (;;) {
    const receipt = await provider.getTransactionReceipt(txHash)
    if (receipt) return receipt
    if (Date.now() > deadlineMs) {
      throw new Error(`Transaction ${txHash} was not mined within ${TIMEOUT_MS / 60_000} minutes.`)
    }
    await new Promise((resolve) => setTimeout(resolve, provider.pollingInterval))
  }
}
