/** The heads as people and programs see them. */
import type { Heads } from '@inkproof/protocol/log'
import type { HeadsRow } from './heads.model.ts'

/** What is fixed for an installation. */
export type HeadsSetting = Pick<Heads, 'confirmationsWanted' | 'chain'>

export function toHeads(row: HeadsRow, setting: HeadsSetting): Heads {
  const { size, root, signedAt } = row
  return {
    checkpoint:
      root !== null && signedAt !== null ? { size, root, signedAt: signedAt.toISOString() } : null,
    anchor: row.anchor,
    settled: row.settled ?? null,
    pending: row.pending,
    nextAnchorAt: row.nextAnchorAt?.toISOString() ?? null,
    trouble: row.trouble ?? (row.isStopped ? 'record-stopped' : null),
    ...setting,
  }
}
