/**
 * Rebuilds the tree at startup and compares it with every signed state.
 *
 * The tree is built from the first source whose entries yield the signed roots: the bundles in the
 * served folder, those in the second store, or the database. Files that differ or are missing are then
 * rewritten in both stores, and entries that the database lost are restored.
 */
import { equal } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import { TILE_WIDTH, tileWidth } from '@inkproof/proof/tile'
import type { Log } from '@inkproof/service-kit/log'
import { type BundleSource, bundleSources } from './bundle-sources.ts'
import type { EntryStore } from './entry-store.ts'
import {
  emptyTree,
  type GrowingTree,
  grow,
  markWritten,
  newRebuiltFiles,
  rootOf,
  sizeOf,
} from './growing-tree.ts'
import type { SignedState } from './heads-store.ts'
import type { LogFiles } from './log-files.ts'
import { restoreEntries } from './restore-entries.ts'
import { UnknownHead } from './unknown-head.ts'
import { isFileError, readBoth } from './unreadable-file.ts'

export type RecoverDeps = { files: LogFiles; store: EntryStore; log: Log }

/**
 * Returns the tree of the largest signed state; the empty tree before the first start.
 *
 * @throws UnknownHead when no source yields every signed state; another error when a source could not be read, so that it
 *   may contain them
 */
export async function recoverTree(
  deps: RecoverDeps,
  states: readonly SignedState[],
): Promise<GrowingTree> {
  const size = states[0]?.size ?? 0
  const faults: SourceFault[] = []
  for (const source of bundleSources(deps)) {
    const fault = await findFault(deps, source, states, size)
    if (fault) {
      faults.push(fault)
      continue
    }
    const tree = await growFrom(source, states, size, (tree) => repairFiles(deps, tree, size))
    await copyMissingFiles(deps)
    await restoreEntries(deps, source, size)
    return tree
  }
  throw notRestored(size, faults)
}

/** Why a source is unusable. */
type SourceFault = { source: string; error: unknown }

/** An unreadable source may contain the signed state, so it must not be reported as an unknown history. */
function notRestored(size: number, faults: readonly SourceFault[]): Error {
  if (faults.every(({ error }) => isMismatch(error)))
    return new UnknownHead(`no store contains the signed state of ${size} entries`)
  const reasons = faults.map(({ source, error }) => `${source}: ${(error as Error).message}`)
  return new Error(
    `the signed state of ${size} entries cannot be restored while files are unreadable: ${reasons.join('; ')}`,
  )
}

/** Whether a source was read and does not contain the signed state. */
function isMismatch(error: unknown): boolean {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  return isMissing || error instanceof UnknownHead || error instanceof ProofError
}

/**
 * Copies the files that one store lacks from the other one. This includes files of older states and of
 * anchors, which cannot be derived from the tree.
 */
async function copyMissingFiles({ files, log }: RecoverDeps): Promise<void> {
  await files.sweep()
  const paths = await files.syncStores((error) =>
    log.error(
      { path: error.path, err: error },
      'a file of the log that one store lacks is unreadable in the other',
    ),
  )
  if (paths.length === 0) return
  log.warn({ count: paths.length }, 'copied files that were missing in one store')
}

/** Builds the whole tree from a source, so that nothing is written unless it matches the signed roots. */
async function findFault(
  deps: RecoverDeps,
  source: BundleSource,
  states: readonly SignedState[],
  size: number,
): Promise<SourceFault | undefined> {
  try {
    await growFrom(source, states, size)
    return undefined
  } catch (error) {
    deps.log.error(
      { err: error, source: source.name, size },
      'the entries of this source are unusable',
    )
    return { source: source.name, error }
  }
}

async function growFrom(
  source: BundleSource,
  states: readonly SignedState[],
  size: number,
  onBundle?: (tree: GrowingTree) => Promise<void>,
): Promise<GrowingTree> {
  const tree = emptyTree()
  assertSignedRoots(tree, states)
  for (let bundle = 0; bundle * TILE_WIDTH < size; bundle++) {
    const width = tileWidth(0, BigInt(bundle), BigInt(size))
    for (const entry of await source.read(bundle, width)) {
      grow(tree, entry)
      assertSignedRoots(tree, states)
    }
    if (onBundle) await onBundle(tree)
    markWritten(tree)
  }
  return tree
}

function assertSignedRoots(tree: GrowingTree, states: readonly SignedState[]): void {
  const signed = states.filter((state) => state.size === sizeOf(tree))
  for (const { size, root } of signed) {
    const actual = rootOf(tree)
    if (actual !== root)
      throw new UnknownHead(`the root of ${size} entries is ${actual}, but ${root} was signed`)
  }
}

async function repairFiles(
  { files, log }: RecoverDeps,
  tree: GrowingTree,
  size: number,
): Promise<void> {
  const broken = new Map<string, Uint8Array>()
  for (const [path, bytes] of newRebuiltFiles(tree, size)) {
    const { copies, unreadable } = await readBoth(files, path)
    for (const error of unreadable)
      log.warn({ path, err: error }, 'a file of the log is unreadable')
    if (!copies.every((copy) => copy !== undefined && equal(copy, bytes))) broken.set(path, bytes)
  }
  if (broken.size === 0) return
  log.warn({ paths: [...broken.keys()] }, 'rewriting log files that are missing or changed')
  await rewrite({ files, log }, broken)
}

/** Writes the files. The file check reports one that cannot be replaced; a single intact copy is enough to go on. */
async function rewrite(
  { files, log }: Pick<RecoverDeps, 'files' | 'log'>,
  broken: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  try {
    await files.write(broken)
    return
  } catch (error) {
    if (!isFileError(error)) throw error
  }
  for (const [path, bytes] of broken) {
    try {
      await files.write(new Map([[path, bytes]]))
    } catch (error) {
      const { copies } = await readBoth(files, path)
      const hasCopy = copies.some((copy) => copy !== undefined && equal(copy, bytes))
      if (!(isFileError(error) && hasCopy)) throw error
      log.error({ path, err: error }, 'a damaged file of the log cannot be replaced')
    }
  }
}
