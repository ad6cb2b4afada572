/**
 * Appends the status entry of the next anchor to the log.
 *
 * It covers every entry below its own index, and the anchored state ends with it, so the status
 * shows every revocation in that state. The primary key guarantees this, because
 * the entry is only inserted at the index that it covers up to.
 */
import { equal } from '@inkproof/proof/bytes'
import type { Appender } from '../log/append.ts'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import { type GrowingTree, sizeOf } from '../log/growing-tree.ts'
import { statusEntryBelow } from './status-entry.ts'

export type AppendStatusDeps = { entries: Pick<EntryStore, 'insert'>; appender: Appender }

/** A status entry for the next anchor: its index, and the number of entries it covers. */
export type PlannedStatus = { index: number; size: number }

/**
 * Attempts to append at the exact index before giving way to a continuous stream of other entries.
 */
export const MAX_EXACT_ATTEMPTS = 12

/**
 * Returns the status entry, or undefined when another entry just took its index: then the caller
 * retries with a tree that includes that entry.
 *
 * After {@link MAX_EXACT_ATTEMPTS} attempts it accepts any next index, so that anchoring is never starved.
 * Proofs against that anchor report the revocation as "not checked", because the status does not
 * cover the last entries of the state. Those entries cause another anchor with its own status as
 * soon as possible.
 */
export async function appendStatus(
  deps: AppendStatusDeps,
  tree: GrowingTree,
  attempts: number,
): Promise<PlannedStatus | undefined> {
  const existing = exactStatus(tree)
  if (existing) return existing
  const size = sizeOf(tree)
  const bytes = statusEntryBelow(tree.invalidations, size)
  if (attempts >= MAX_EXACT_ATTEMPTS) {
    const [index] = await deps.appender.append([bytes])
    return { index: index as number, size }
  }
  return (await deps.entries.insert(size, [leafOf(bytes)])) ? { index: size, size } : undefined
}

/** Returns a status entry that is already in the log and followed only by status entries. */
function exactStatus({
  lastStatus,
  lastContent,
  invalidations,
}: GrowingTree): PlannedStatus | undefined {
  if (!lastStatus || lastStatus.index < lastContent) return undefined
  const { index, bytes } = lastStatus
  return equal(bytes, statusEntryBelow(invalidations, index)) ? { index, size: index } : undefined
}
