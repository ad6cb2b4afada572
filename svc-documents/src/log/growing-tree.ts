/**
 * The log's tree while it grows: the right edge of the tree, and the files that changed since the last
 * write. Both depend only on the entries and on the size at the last write.
 */
import { concat, toHex } from '@inkproof/proof/bytes'
import { decodeEntry, KINDS } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  encodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  tilePath,
  tilesToWrite,
  tileWidth,
} from '@inkproof/proof/tile'
import { leafHash } from '@inkproof/proof/tree'
import { appendLeaf, type CompactRange, emptyRange, rangeRoot } from '@inkproof/proof/tree-builder'

/** An entry that ends the validity of an earlier one. */
export type Invalidation = { index: number; previous: number }

/** An entry that rotates the log's key. */
export type KeyEntry = { index: number; bytes: Uint8Array }

export type GrowingTree = {
  range: CompactRange
  /** Hashes of each tile that is not yet written in full, by path of the full tile. */
  tiles: Map<string, Uint8Array[]>
  /** Entries of each bundle that is not yet written in full, by bundle index. */
  bundles: Map<bigint, Uint8Array[]>
  /** Size of the tree whose files are all written. */
  writtenSize: bigint
  /** Revoking and superseding entries, in log order. */
  invalidations: Invalidation[]
  /** Rotations of the log's key, in log order. */
  keyEntries: KeyEntry[]
  /** Index of the last entry that is not a status entry; -1 when there is none. */
  lastContent: number
  /** The last status entry. */
  lastStatus: { index: number; bytes: Uint8Array } | undefined
}

/** Creates a tree without entries. */
export function emptyTree(): GrowingTree {
  return {
    range: emptyRange(),
    tiles: new Map(),
    bundles: new Map(),
    writtenSize: 0n,
    invalidations: [],
    keyEntries: [],
    lastContent: -1,
    lastStatus: undefined,
  }
}

export function sizeOf(tree: GrowingTree): number {
  return Number(tree.range.size)
}

/** Returns the root in hex. */
export function rootOf(tree: GrowingTree): string {
  return toHex(rangeRoot(tree.range, nodeSha256))
}

/** Adds an entry. @throws ProofError when the bytes are not an entry */
export function grow(tree: GrowingTree, bytes: Uint8Array): void {
  const index = tree.range.size
  const { kind, previous } = decodeEntry(bytes)
  appendLeaf(
    tree.range,
    leafHash(bytes, nodeSha256),
    nodeSha256,
    ({ level, index: nodeIndex }, node) => {
      if (level % 8 === 0) push(tree.tiles, tilePath(level / 8, nodeIndex / 256n), node)
    },
  )
  push(tree.bundles, index / 256n, bytes)
  if (kind === KINDS.status) tree.lastStatus = { index: Number(index), bytes }
  else tree.lastContent = Number(index)
  if (kind === KINDS.logKey) tree.keyEntries.push({ index: Number(index), bytes })
  const isInvalidation = kind === KINDS.revoked || kind === KINDS.superseded
  // An entry can only invalidate an earlier one.
  if (isInvalidation && previous < index)
    tree.invalidations.push({ index: Number(index), previous: Number(previous) })
}

/** Returns the path and bytes of every file of the tree that is new since the last write. */
export function newFiles(tree: GrowingTree): Map<string, Uint8Array> {
  const { size } = tree.range
  const files = new Map<string, Uint8Array>()
  for (const { level, index, width } of tilesToWrite(size, tree.writtenSize)) {
    const hashes = tree.tiles.get(tilePath(level, index)) ?? []
    files.set(tilePath(level, index, width), concat(...hashes))
  }
  for (const [index, entries] of tree.bundles) {
    const width = tileWidth(0, index, size)
    files.set(entriesPath(index, width), encodeEntryBundle(entries))
  }
  return files
}

/**
 * Like {@link newFiles}, for a tree that is being rebuilt up to `size` entries. While the tree is smaller, partial
 * tiles and bundles are left out, because a tree of the current size may never have been published.
 */
export function newRebuiltFiles(tree: GrowingTree, size: number): Map<string, Uint8Array> {
  const isComplete = sizeOf(tree) === size
  return new Map([...newFiles(tree)].filter(([path]) => isComplete || !path.includes('.p/')))
}

/** Marks the new files as written, and drops full tiles and bundles from memory. */
export function markWritten(tree: GrowingTree): void {
  tree.writtenSize = tree.range.size
  dropFull(tree.tiles)
  dropFull(tree.bundles)
}

function push<K>(lists: Map<K, Uint8Array[]>, key: K, item: Uint8Array): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

function dropFull<K>(lists: Map<K, Uint8Array[]>): void {
  for (const [key, list] of lists) if (list.length === TILE_WIDTH) lists.delete(key)
}
