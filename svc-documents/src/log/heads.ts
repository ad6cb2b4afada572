/** Converts the heads to their public form. */
import type { Heads } from '@inkproof/protocol/log'
import type { HeadsRow } from './heads.model.ts'

/** Constants of an installation. */
export type HeadsSetting = Pick<Heads, 'confirmationsWanted' | 'chain'>

/** Several heartbeats, because a busy machine may delay some. */
const SILENT_MS = 20_000
/** A due anchor is sent within moments, unless its worker hangs. */
const OVERDUE_MS = 60_000

/** The current time, and since when this process could have seen a heartbeat of role log. */
export type Clock = { nowMs: number; sinceMs: number }

export function toHeads(row: HeadsRow, setting: HeadsSetting, clock: Clock): Heads {
  const { size, root, signedAt } = row
  const standsStill = row.isStopped || standstillOf(row, clock) !== null
  return {
    checkpoint:
      root !== null && signedAt !== null ? { size, root, signedAt: signedAt.toISOString() } : null,
    anchor: row.anchor,
    settled: row.settled ?? null,
    pending: row.pending,
    nextAnchorAt: row.nextAnchorAt?.toISOString() ?? null,
    trouble: row.trouble ?? (standsStill ? 'record-stopped' : null),
    ...setting,
  }
}

/**
 * Explains why nothing is logged or anchored; role log cannot report its own absence. Null when all
 * is well.
 */
export function standstillOf(
  row: Pick<HeadsRow, 'aliveAt' | 'nextAnchorAt' | 'pending' | 'trouble'>,
  { nowMs, sinceMs }: Clock,
): string | null {
  const silentMs = nowMs - Math.max(row.aliveAt?.getTime() ?? 0, sinceMs)
  if (silentMs > SILENT_MS)
    return `documents-log was not heard of for ${seconds(silentMs)}: entries are kept and wait for it`
  // A pending transaction takes as long as the chain does, and other problems are reported
  // separately.
  if (row.pending !== null || row.trouble !== null || row.nextAnchorAt === null) return null
  const lateMs = nowMs - Math.max(row.nextAnchorAt.getTime(), sinceMs)
  if (lateMs <= OVERDUE_MS) return null
  return `documents-log is ${seconds(lateMs)} late with an anchor: entries are kept and wait for it`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`
}
