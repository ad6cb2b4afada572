/** Finds the first anchor of an entry and returns its public form. */
import type { AnchorFile } from '@inkproof/proof/anchor-file'
import type { AnchorHead, FirstAnchor } from '@inkproof/protocol/log'
import { type FirstAnchorDeps, findFirstAnchor } from './first-anchor.ts'

export type GetFirstAnchorDeps = FirstAnchorDeps & {
  readHeads: () => Promise<{ settled?: AnchorHead | null | undefined }>
}

/** Returns the first final anchor that covers the entry at this index; null if there is none yet. */
export async function getFirstAnchor(
  deps: GetFirstAnchorDeps,
  index: number,
): Promise<FirstAnchor['anchor']> {
  const { settled } = await deps.readHeads()
  const first = await findFirstAnchor(deps, index, settled?.size ?? 0)
  // If rows or files were lost, the newest final anchor is used instead.
  const anchor = first ?? (settled && index < settled.size ? settled : undefined)
  return anchor ? toPublicAnchor(anchor) : null
}

function toPublicAnchor({
  txHash,
  blockHash,
  blockTime,
  ...numbers
}: AnchorFile | AnchorHead): FirstAnchor['anchor'] {
  const size = Number(numbers.size)
  return { size, txHash, blockNumber: Number(numbers.blockNumber), blockHash, blockTime }
}
