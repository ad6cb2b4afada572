/**
 * One step of the log: reads new entries, extends the tree, writes its files, signs the new state and
 * publishes it.
 *
 * A step ends at each status entry, so that the state to anchor, which ends with the status entry, is
 * signed and has its files. All output follows from the entries alone, so two workers at the same step
 * write identical bytes. Only the signatures can differ while a rotation of the key becomes anchored; the first stored
 * state of a size is then the one that both publish.
 */
import { utf8 } from '@inkproof/proof/bytes'
import { decodeEntry, KINDS } from '@inkproof/proof/leaf'
import type { EntryStore } from './entry-store.ts'
import { type GrowingTree, grow, markWritten, newFiles, rootOf, sizeOf } from './growing-tree.ts'
import type { HeadsRow } from './heads.model.ts'
import type { HeadsStore, SignedState } from './heads-store.ts'
import type { LogFiles } from './log-files.ts'
import type { LogKeyRing } from './log-key-ring.ts'
import { CHECKPOINT_PATH } from './signed-states.ts'
import { UnknownHead } from './unknown-head.ts'

export type IntegrateDeps = {
  store: EntryStore
  files: LogFiles
  heads: HeadsStore
  keys: Pick<LogKeyRing, 'sign'>
  now: () => Date
}

/**
 * Maximum number of entries in a step, so that a state is signed at least this often under load.
 */
const MAX_ENTRIES_PER_STEP = 2_048
/** The first read of a step is small: usually there is nothing new. */
const FIRST_READ_SIZE = 8
const READ_SIZE = 256

/**
 * Runs one step. Returns true if entries were added to the tree, because there may be more.
 *
 * @throws UnknownHead when the signed state contradicts the entries in the database
 */
export async function integrate(deps: IntegrateDeps, tree: GrowingTree): Promise<boolean> {
  const signed = await deps.heads.read()
  assertSameRoot(tree, signed)
  // Another worker may be ahead: stop at its state, so that the roots can be compared.
  const isBehind = signed.size > sizeOf(tree)
  const limit = isBehind ? signed.size - sizeOf(tree) : MAX_ENTRIES_PER_STEP
  const read = await readNew(deps.store, sizeOf(tree), Math.min(limit, MAX_ENTRIES_PER_STEP))
  const entries = sliceUpToStatus(read)
  if (isBehind && entries.length === 0)
    throw new UnknownHead(`entry ${sizeOf(tree)} is missing, but ${signed.size} entries are signed`)
  for (const bytes of entries) grow(tree, bytes)
  assertSameRoot(tree, signed)
  await writeFiles(deps.files, tree)
  // The empty record has a signed state too, so that readers can tell it from a record that withholds its state.
  if (sizeOf(tree) > signed.size || signed.note === null)
    await signAndPublish(deps, tree, signed.anchor?.size ?? 0)
  return entries.length > 0
}

/** Returns the entries up to and including the first status entry. */
function sliceUpToStatus(entries: readonly Uint8Array[]): readonly Uint8Array[] {
  const statusIndex = entries.findIndex((bytes) => decodeEntry(bytes).kind === KINDS.status)
  return statusIndex < 0 ? entries : entries.slice(0, statusIndex + 1)
}

/**
 * Writes the tree's new files, including those that an earlier step could not write, for example
 * because the disk was full.
 */
async function writeFiles(files: LogFiles, tree: GrowingTree): Promise<void> {
  if (tree.writtenSize === tree.range.size) return
  await files.write(newFiles(tree))
  markWritten(tree)
}

/** If the tree is as large as the signed state, their roots must match. @throws UnknownHead */
function assertSameRoot(tree: GrowingTree, signed: Pick<HeadsRow, 'size' | 'root'>): void {
  if (signed.root === null || signed.size !== sizeOf(tree)) return
  const root = rootOf(tree)
  if (root !== signed.root)
    throw new UnknownHead(
      `the root of ${signed.size} entries is ${root}, but ${signed.root} was signed`,
    )
}

/** A state that only a lost key could sign is not published; the next one follows its rotation. */
async function signAndPublish(
  deps: IntegrateDeps,
  tree: GrowingTree,
  anchoredSize: number,
): Promise<void> {
  const state = { size: sizeOf(tree), root: rootOf(tree) }
  const note = await deps.keys.sign({ ...state, anchoredSize }, tree.keyEntries)
  if (note !== undefined) await publish(deps, { ...state, note })
}

/**
 * Advances the head in the database, then writes the published checkpoint. A slower worker could
 * overwrite a newer file with an older one, so each worker rereads the head after writing, and writes
 * again until the file matches the head.
 */
export async function publish(
  deps: Pick<IntegrateDeps, 'files' | 'heads' | 'now'>,
  state: SignedState,
): Promise<void> {
  await deps.heads.advance(state, deps.now())
  for (let written = -1; ; ) {
    const head = await deps.heads.read()
    if (head.size === written || head.note === null) return
    await deps.files.write(new Map([[CHECKPOINT_PATH, utf8(head.note)]]))
    written = head.size
  }
}

/** Returns the entries from `from` up to the first missing one, at most `limit`. */
async function readNew(store: EntryStore, from: number, limit: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = []
  let count = Math.min(FIRST_READ_SIZE, limit)
  while (count > 0) {
    const first = from + entries.length
    const indexes = Array.from({ length: count }, (_, offset) => first + offset)
    const stored = await store.bytesAt(indexes)
    for (const index of indexes) {
      const bytes = stored.get(index)
      if (!bytes) return entries
      entries.push(bytes)
    }
    count = Math.min(READ_SIZE, limit - entries.length)
  }
  return entries
}
