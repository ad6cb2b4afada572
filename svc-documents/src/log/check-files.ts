/**
 * One round of checks of the log's files while it runs. The work of a round is limited: the sizes of all full files,
 * the content of what was written since the last round, and the content of the next part of the older files.
 */
import { equal, utf8 } from '@inkproof/proof/bytes'
import { ENTRY_BYTES } from '@inkproof/proof/leaf'
import { entriesPath, TILE_WIDTH, tilePath } from '@inkproof/proof/tile'
import type { EntryStore } from './entry-store.ts'
import type { HeadsStore } from './heads-store.ts'
import { publish } from './integrate.ts'
import type { LogFiles } from './log-files.ts'
import { CHECKPOINT_PATH } from './signed-states.ts'
import { countFull, type TreeSnapshot } from './tree-snapshot.ts'
import { isFileError, readBoth, type UnreadableFile } from './unreadable-file.ts'
import {
  createFileVerifier,
  type FileFailure,
  type FileVerifier,
  UnwritableFile,
} from './verify-files.ts'

export type CheckFilesDeps = {
  files: LogFiles
  store: Pick<EntryStore, 'bytesAt'>
  heads: HeadsStore
  now: () => Date
  /** Called with the path of each repaired file, and the errors of the stores where it was unreadable. */
  onRepaired: (path: string, unreadable: readonly UnreadableFile[]) => void
}

/** How far the rounds have come; modified by each round. */
export type CheckProgress = {
  /** Number of full bundles whose content was verified since they were written. */
  verifiedNew: number
  /** The next bundle of the repeated scan of all bundles. */
  nextScanned: number
  /** The signed state from which the published checkpoint differed in the last round. */
  unpublishedNote: string | undefined
}

/** Bundles of the repeated scan in a round: 30 ms to 300 ms of work, depending on their partial versions. */
const SCANNED_PER_ROUND = 128
/** Bundles verified in a round because they are new; more would be written only by 3,400 entries per second. */
const NEW_PER_ROUND = 400
/** Number of files whose sizes are read concurrently. */
const SIZE_CONCURRENCY = 64
const TILE_BYTES = TILE_WIDTH * 32
/** Each entry of a bundle follows its length, two bytes. */
const BUNDLE_BYTES = TILE_WIDTH * (ENTRY_BYTES + 2)

/** Returns the progress before the first round; everything was compared when the tree of this size was rebuilt. */
export function startProgress(snapshot: TreeSnapshot): CheckProgress {
  return { verifiedNew: countFull(snapshot, 0), nextScanned: 0, unpublishedNote: undefined }
}

/**
 * Runs one round, and repairs what it finds. Returns a failure for each file that could not be verified or repaired.
 *
 * @throws the error of a store; the next round then starts at the same file
 */
export async function checkFiles(
  deps: CheckFilesDeps,
  snapshot: TreeSnapshot,
  progress: CheckProgress,
): Promise<FileFailure[]> {
  const failures = new Map<string, FileFailure>()
  const onFailed = (failure: FileFailure) => void failures.set(failure.path, failure)
  const verifier = createFileVerifier({ ...deps, onFailed }, snapshot)
  await verifier.verifyEdge()
  await checkCheckpoint(deps, progress, onFailed)
  for (const index of await findWrongSizes(deps, snapshot)) await verifier.verifyBundle(index)
  await verifyNew(verifier, snapshot, progress)
  await verifyNextPart(verifier, snapshot, progress)
  return [...failures.values()]
}

async function verifyNew(
  verifier: FileVerifier,
  snapshot: TreeSnapshot,
  progress: CheckProgress,
): Promise<void> {
  const end = Math.min(countFull(snapshot, 0), progress.verifiedNew + NEW_PER_ROUND)
  for (; progress.verifiedNew < end; progress.verifiedNew++)
    await verifier.verifyBundle(progress.verifiedNew)
}

async function verifyNextPart(
  verifier: FileVerifier,
  snapshot: TreeSnapshot,
  progress: CheckProgress,
): Promise<void> {
  const count = countFull(snapshot, 0)
  for (let checked = 0; checked < Math.min(count, SCANNED_PER_ROUND); checked++) {
    if (progress.nextScanned >= count) progress.nextScanned = 0
    await verifier.verifyBundle(progress.nextScanned)
    progress.nextScanned++
  }
}

/** Returns a bundle below each full tile or bundle that is missing in a store or has the wrong size. */
async function findWrongSizes(
  { files }: CheckFilesDeps,
  snapshot: TreeSnapshot,
): Promise<Set<number>> {
  const wrong = new Set<number>()
  const batch: Promise<void>[] = []
  for (const { path, bytes, bundle } of fullFiles(snapshot)) {
    const check = async () => {
      const sizes = await files.sizes(path)
      if (sizes.some((size) => size !== bytes)) wrong.add(bundle)
    }
    batch.push(check())
    if (batch.length === SIZE_CONCURRENCY) await Promise.all(batch.splice(0))
  }
  await Promise.all(batch)
  return wrong
}

/** Yields the full files with their sizes, and a bundle whose verification includes the file. */
function* fullFiles(
  snapshot: TreeSnapshot,
): Generator<{ path: string; bytes: number; bundle: number }> {
  for (let index = 0; index < countFull(snapshot, 0); index++)
    yield { path: entriesPath(BigInt(index)), bytes: BUNDLE_BYTES, bundle: index }
  for (const level of snapshot.edges.keys())
    for (let index = 0; index < countFull(snapshot, level); index++)
      yield {
        path: tilePath(level, BigInt(index)),
        bytes: TILE_BYTES,
        bundle: index * TILE_WIDTH ** level,
      }
}

/**
 * Rewrites the published checkpoint if it has differed from the same signed state since the round before. A difference
 * in a single round can be a new state that is being published.
 */
async function checkCheckpoint(
  deps: CheckFilesDeps,
  progress: CheckProgress,
  onFailed: (failure: FileFailure) => void,
): Promise<void> {
  const { files, heads, onRepaired } = deps
  const { size, root, note } = await heads.read()
  const { copies, unreadable } = await readBoth(files, CHECKPOINT_PATH)
  if (root === null || note === null) return
  const isPublished = copies.every((bytes) => bytes && equal(bytes, utf8(note)))
  const isDamaged = !isPublished && progress.unpublishedNote === note
  progress.unpublishedNote = isPublished || isDamaged ? undefined : note
  if (!isDamaged) return
  try {
    await publish(deps, { size, root, note })
    onRepaired(CHECKPOINT_PATH, unreadable)
  } catch (error) {
    if (!isFileError(error)) throw error
    onFailed(new UnwritableFile(CHECKPOINT_PATH, error))
  }
}
