/**
 * What is done on the embedded chain only, and nowhere else.
 *
 * It makes a block for each transaction and none otherwise, so an anchoring block would never be
 * followed by others and never become final. Two empty blocks after it make it so at once.
 */
import type { Rpc } from '@inkproof/proof/chain-rpc'

const EMBEDDED_CHAIN_ID = 31_337
/** With one slot in an epoch, a block is final when two stand on it. */
const BLOCKS_ON_TOP = 2

/** Whether the chain proves nothing to others. */
export function isEmbedded(chainId: number): boolean {
  return chainId === EMBEDDED_CHAIN_ID
}

/** Mines what is missing on top of a block. Answers the number of the latest block then. */
export async function finalise(rpc: Rpc, blockNumber: number, latest: number): Promise<number> {
  const missing = blockNumber + BLOCKS_ON_TOP - latest
  if (missing <= 0) return latest
  await rpc('anvil_mine', [`0x${missing.toString(16)}`])
  return latest + missing
}
