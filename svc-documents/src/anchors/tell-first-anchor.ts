/** Since when an entry is on the chain, as anyone is told. */
import type { AnchorFile } from '@inkproof/proof/anchor-file'
import type { AnchorHead, FirstAnchor } from '@inkproof/protocol/log'
import { type FirstAnchorDeps, firstAnchor } from './first-anchor.ts'

export type TellDeps = FirstAnchorDeps & {
  readHeads: () => Promise<{ settled?: AnchorHead | null | undefined }>
}

/** Returns the first final anchor that covers the entry at this index; null while there is none. */
export async function tellFirstAnchor(
  deps: TellDeps,
  index: number,
): Promise<FirstAnchor['anchor']> {
  const { settled } = await deps.readHeads()
  const first = await firstAnchor(deps, index, settled?.size ?? 0)
  // Where the plan's rows or the files were lost, the newest serves.
  const anchor = first ?? (settled && index < settled.size ? settled : undefined)
  return anchor ? told(anchor) : null
}

function told({
  txHash,
  blockHash,
  blockTime,
  ...numbers
}: AnchorFile | AnchorHead): FirstAnchor['anchor'] {
  const size = Number(numbers.size)
  return { size, txHash, blockNumber: Number(numbers.blockNumber), blockHash, blockTime }
}
