/**
 * Rebuilds the tree at startup and compares it with every signed state.
 *
 * The tree is built from the first source whose entries yield the signed roots: the bundles in the
 * served folder, those in the second store, or the database. Files that differ or are missing are then
 * rewritten in both stores, and entries that the database lost are restored.
 */
import { equal } from '@inkproof/proof/bytes'
import {
  decodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  type TileReader,
  tileWidth,
} from '@inkproof/proof/tile'
import type { Log } from '@inkproof/service-kit/log'
import { type EntryStore, leafOf } from './entry-store.ts'
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
import { type LogFiles, readIfExists } from './log-files.ts'
import { UnknownHead } from './unknown-head.ts'

export type RecoverDeps = { files: LogFiles; store: EntryStore; log: Log }

/**
 * Reads the entries of a bundle from one store. `width` is the number of entries in that bundle.
 * Rejects when not all of these entries can be read.
 */
type BundleSource = { name: string; read(bundle: number, width: number): Promise<Uint8Array[]> }

/**
 * Returns the tree of the largest signed state; the empty tree before the first start.
 *
 * @throws UnknownHead when no source yields every signed state
 */
export async function recoverTree(
  deps: RecoverDeps,
  states: readonly SignedState[],
): Promise<GrowingTree> {
  const size = states[0]?.size ?? 0
  for (const source of bundleSources(deps)) {
    const tree = await rebuild(deps, source, states, size)
    if (!tree) continue
    await copyMissingFiles(deps)
    await restoreEntries(deps, size)
    return tree
  }
  throw new UnknownHead(`no store contains the signed state of ${size} entries`)
}

/**
 * Copies the files that one store lacks from the other one. This includes files of older states and of
 * anchors, which cannot be derived from the tree.
 */
async function copyMissingFiles({ files, log }: RecoverDeps): Promise<void> {
  await files.sweep()
  const paths = await files.syncStores()
  if (paths.length === 0) return
  log.warn({ count: paths.length }, 'copied files that were missing in one store')
}

function bundleSources({ files, store }: RecoverDeps): BundleSource[] {
  const bundles = (name: string, read: TileReader) => ({
    name,
    read: (bundle: number, width: number) => readBundle(read, bundle, width),
  })
  return [
    bundles('served folder', files.read),
    bundles('second store', files.readCopy),
    { name: 'database', read: (bundle, width) => readRows(store, bundle, width) },
  ]
}

/**
 * Builds the tree from a source and repairs the files; returns undefined when the source is unusable.
 */
async function rebuild(
  deps: RecoverDeps,
  source: BundleSource,
  states: readonly SignedState[],
  size: number,
): Promise<GrowingTree | undefined> {
  try {
    // Nothing is written until the whole tree has matched the signed roots.
    await growFrom(source, states, size)
    return await growFrom(source, states, size, (tree) => repairFiles(deps, tree, size))
  } catch (error) {
    deps.log.error(
      { err: error, source: source.name, size },
      'the entries of this source are unusable',
    )
    return undefined
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
    const stored = await Promise.all([
      readIfExists(files.read, path),
      readIfExists(files.readCopy, path),
    ])
    if (!stored.every((copy) => copy !== undefined && equal(copy, bytes))) broken.set(path, bytes)
  }
  if (broken.size === 0) return
  log.warn({ paths: [...broken.keys()] }, 'rewriting log files that are missing or changed')
  await files.write(broken)
}

/**
 * Restores entries that the database lost. A database loses the most recent entries first, so bundles
 * are compared from the end down to the first complete one. The entries are inserted in ascending order, so
 * that an interruption leaves no gap.
 */
async function restoreEntries({ files, store, log }: RecoverDeps, size: number): Promise<void> {
  const lost: [index: number, entry: Uint8Array][] = []
  for (let bundle = Math.ceil(size / TILE_WIDTH) - 1; bundle >= 0; bundle--) {
    const width = tileWidth(0, BigInt(bundle), BigInt(size))
    const signed = await readBundle(files.read, bundle, width)
    const missing = await findMissing(store, bundle * TILE_WIDTH, signed)
    if (missing.length === 0) break
    const restorable = missing.map((index): [number, Uint8Array] => [index, entryAt(signed, index)])
    lost.unshift(...restorable)
  }
  for (const [index, entry] of lost) {
    if (!(await store.insert(index, [leafOf(entry)])))
      throw new UnknownHead(
        `entry ${index} cannot be restored: the database has it elsewhere, or another entry there`,
      )
  }
  if (lost.length > 0)
    log.warn({ count: lost.length }, 'restored entries that the database had lost')
}

/**
 * Returns the indexes of the entries that are missing in the database.
 *
 * @throws UnknownHead when the database has a different entry at one of the indexes
 */
async function findMissing(
  store: EntryStore,
  first: number,
  signed: readonly Uint8Array[],
): Promise<number[]> {
  const indexes = signed.map((_, offset) => first + offset)
  const stored = await store.bytesAt(indexes)
  const different = indexes.find((index) => {
    const bytes = stored.get(index)
    return bytes !== undefined && !equal(bytes, entryAt(signed, index))
  })
  if (different !== undefined)
    throw new UnknownHead(`entry ${different} in the database differs from the signed log`)
  return indexes.filter((index) => !stored.has(index))
}

function entryAt(bundle: readonly Uint8Array[], index: number): Uint8Array {
  return bundle[index % TILE_WIDTH] as Uint8Array
}

async function readBundle(read: TileReader, bundle: number, width: number): Promise<Uint8Array[]> {
  const path = entriesPath(BigInt(bundle), width)
  const bytes =
    (await readIfExists(read, path)) ?? (await read(entriesPath(BigInt(bundle), TILE_WIDTH)))
  return requireEntries(decodeEntryBundle(bytes).slice(0, width), width)
}

async function readRows(store: EntryStore, bundle: number, width: number): Promise<Uint8Array[]> {
  const indexes = Array.from({ length: width }, (_, offset) => bundle * TILE_WIDTH + offset)
  const rows = await store.bytesAt(indexes)
  return requireEntries(
    indexes.map((index) => rows.get(index)).filter((bytes) => bytes !== undefined),
    width,
  )
}

function requireEntries(entries: Uint8Array[], width: number): Uint8Array[] {
  if (entries.length === width) return entries
  throw new UnknownHead(`a bundle has ${entries.length} entries instead of the signed ${width}`)
}
