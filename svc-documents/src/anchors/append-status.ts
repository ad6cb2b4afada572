/**
 * Appends the next anchor's status entry to the log.
 *
 * The status entry covers every entry below its own index, and the anchored state ends with the
 * status entry, so the status shows every revocation in that state. The primary key guarantees the
 * index: if another entry has taken it, the insert fails.
 */
import { equal } from '@inkproof/proof/bytes'
import type { Appender } from '../log/append.ts'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import { type GrowingTree, sizeOf } from '../log/growing-tree.ts'
import { encodeStatusEntry } from './status-entry.ts'

export type AppendStatusDeps = { entries: Pick<EntryStore, 'insert'>; appender: Appender }

/** A status entry for the next anchor: its index, and the number of entries it covers. */
export type PlannedStatus = { index: number; size: number }

/**
 * Number of attempts to append the status entry directly after the entries that it covers;
 * afterwards, any index is accepted.
 */
export const MAX_EXACT_ATTEMPTS = 12

/**
 * Returns the status entry, which is appended unless the log already ends with it. Returns undefined
 * when another entry has just taken its index; the caller then retries with a tree that includes
 * that entry.
 *
 * After {@link MAX_EXACT_ATTEMPTS} attempts, the status entry is appended at any index, so that a continuous
 * stream of other entries cannot prevent anchoring. Its status does not cover the last entries of the
 * anchored state, so proofs against that anchor report the revocation as "not checked". The entries
 * that are not covered cause another anchor, with its own status, as soon as possible.
 */
export async function appendStatus(
  deps: AppendStatusDeps,
  tree: GrowingTree,
  attempts: number,
): Promise<PlannedStatus | undefined> {
  const existing = findExactStatus(tree)
  if (existing) return existing
  const size = sizeOf(tree)
  const bytes = encodeStatusEntry(tree.invalidations, size)
  if (attempts >= MAX_EXACT_ATTEMPTS) {
    const [index] = await deps.appender.append([bytes])
    return { index: index as number, size }
  }
  return (await deps.entries.insert(size, [leafOf(bytes)])) ? { index: size, size } : undefined
}

/** Returns the last entry of the log if it is a status entry that covers all entries before it. */
function findExactStatus({
  lastStatus,
  lastContent,
  invalidations,
}: GrowingTree): PlannedStatus | undefined {
  if (!lastStatus || lastStatus.index < lastContent) return undefined
  const { index, bytes } = lastStatus
  return equal(bytes, encodeStatusEntry(invalidations, index)) ? { index, size: index } : undefined
}
