/** Converts the heads to their public form. */
import type { Heads } from '@inkproof/protocol/log'
import type { HeadsRow } from './heads.model.ts'

/** Constants of an installation. */
export type HeadsSettings = Pick<Heads, 'confirmationsWanted' | 'chain'>

/** Longest time without a heartbeat: several intervals, because a busy machine may delay heartbeats. */
const MAX_SILENCE_MS = 20_000
/** Longest delay of a due anchor, which is normally sent within a second. */
const MAX_DELAY_MS = 60_000

/** The current time, and the time at which this process started reading heartbeats. */
export type Clock = { nowMs: number; listeningSinceMs: number }

export function toHeads(row: HeadsRow, settings: HeadsSettings, clock: Clock): Heads {
  const { size, root, signedAt } = row
  const isStopped = row.isStopped || explainStoppedLog(row, clock) !== null
  return {
    checkpoint:
      root !== null && signedAt !== null ? { size, root, signedAt: signedAt.toISOString() } : null,
    anchor: row.anchor,
    settled: row.settled ?? null,
    pending: row.pending,
    nextAnchorAt: row.nextAnchorAt?.toISOString() ?? null,
    trouble: row.trouble ?? (isStopped ? 'record-stopped' : null),
    ...settings,
  }
}

/**
 * Returns why the documents-log process appears to have stopped, which it cannot report itself; null
 * while it is running.
 */
export function explainStoppedLog(
  row: Pick<HeadsRow, 'aliveAt' | 'nextAnchorAt' | 'pending' | 'trouble'>,
  { nowMs, listeningSinceMs }: Clock,
): string | null {
  const silentMs = nowMs - Math.max(row.aliveAt?.getTime() ?? 0, listeningSinceMs)
  if (silentMs > MAX_SILENCE_MS)
    return `no heartbeat from documents-log for ${inSeconds(silentMs)}: new entries are stored, but not added to the record until it is back`
  // A pending transaction depends on the chain, and other problems are reported separately.
  if (row.pending !== null || row.trouble !== null || row.nextAnchorAt === null) return null
  const lateMs = nowMs - Math.max(row.nextAnchorAt.getTime(), listeningSinceMs)
  if (lateMs <= MAX_DELAY_MS) return null
  return `documents-log is ${inSeconds(lateMs)} late with an anchor: new entries are stored, but not anchored until it recovers`
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`
}
