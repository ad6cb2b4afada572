/** Waiting for a transaction's block. */
import type { JsonRpcApiProvider, TransactionReceipt } from 'ethers'

const MINED_MS = 5 * 60_000

/**
 * Resolves when the transaction is in a block. Not by ethers' `wait`: it looks again only when a new
 * block comes, and on a chain that mines on demand the block may have come just before it looked.
 */
export async function untilMined(
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
