/**
 * Puts the status entry of the next anchor into the log.
 *
 * It speaks of every entry below its own index, and the anchored state ends with it: then nothing can
 * be revoked in that state without the status saying so. The primary key makes that certain, because
 * the entry is only taken at the index that it speaks of.
 */
import { equal } from '@inkproof/proof/bytes'
import type { Appender } from '../log/append.ts'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import { type GrowingTree, sizeOf } from '../log/growing-tree.ts'
import { statusEntryBelow } from './status-entry.ts'

export type PlaceStatusDeps = { entries: Pick<EntryStore, 'insert'>; appender: Appender }

/** A status entry that the next anchor shall cover: its index, and the entries it speaks of. */
export type PlannedStatus = { index: number; size: number }

/** Times that the exact place is tried for before a storm of other entries is given way to. */
export const EXACT_TRIES = 12

/**
 * The status entry that stands, or undefined when its number was just taken by another entry: to be
 * tried again with the tree that knows that one.
 *
 * After {@link EXACT_TRIES} it takes whichever place comes next, so that anchoring is never starved.
 * Proofs against that anchor read "not checked" at revocation, because entries stand between what the
 * status speaks of and the end of the state; those entries ask for one more anchor, with a status of
 * its own, as soon as the storm lets it in.
 */
export async function placeStatus(
  deps: PlaceStatusDeps,
  tree: GrowingTree,
  tries: number,
): Promise<PlannedStatus | undefined> {
  const standing = exactStatus(tree)
  if (standing) return standing
  const size = sizeOf(tree)
  const bytes = statusEntryBelow(tree.endings, size)
  if (tries >= EXACT_TRIES) {
    const [index] = await deps.appender.append([bytes])
    return { index: index as number, size }
  }
  return (await deps.entries.insert(size, [leafOf(bytes)])) ? { index: size, size } : undefined
}

/** One that an earlier run or another worker placed, and that nothing but status entries follows. */
function exactStatus({ lastStatus, lastContent, endings }: GrowingTree): PlannedStatus | undefined {
  if (!lastStatus || lastStatus.index < lastContent) return undefined
  const { index, bytes } = lastStatus
  return equal(bytes, statusEntryBelow(endings, index)) ? { index, size: index } : undefined
}
