/**
 * Compares the tiles and bundles of a folder with each other and with the signed root.
 *
 * The tree is recomputed from the entries. Where a bundle and its tile of level 0 disagree, the tile above, or for the last
 * bundle the signed root, shows which of the two is damaged.
 */
import { concat, equal } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  decodeEntryBundle,
  encodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  tilePath,
  tileWidth,
} from '@inkproof/proof/tile'
import { rootOfHashes } from '@inkproof/proof/tile-proofs'
import { leafHash } from '@inkproof/proof/tree'
import {
  type AuditTree,
  copyTree,
  emptyAuditTree,
  extend,
  type HashedTile,
  partialTiles,
  rootOf,
} from '../monitor/audit-tree.ts'
import type { Folder } from './folder.ts'
import type { SignedState } from './signed-state.ts'

const HASH_BYTES = 32

/** Reports every tile and bundle that does not match the signed state, including the files of earlier states. */
export async function checkTree(folder: Folder, { size, root }: SignedState): Promise<void> {
  const tree = emptyAuditTree()
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = tileWidth(0, BigInt(index), BigInt(size))
    const leaves = await checkBundle(folder, { index, width, size, root }, tree)
    // Without these leaves, no later tile can be recomputed.
    if (!leaves) return
    for (const tile of appendLeaves(tree, leaves)) await checkHigherTile(folder, tile)
  }
  for (const tile of partialTiles(tree)) await checkHigherTile(folder, tile)
  if (!equal(rootOf(tree), root))
    folder.report('checkpoint', `the files do not have the signed root of ${size} entries`)
}

/** Returns the tiles that the leaf hashes complete. */
function appendLeaves(tree: AuditTree, leaves: Uint8Array): HashedTile[] {
  return split(leaves).flatMap((leaf) => extend(tree, leaf))
}

/** Compares a tile, unless it is of level 0: those were compared with their bundles. */
async function checkHigherTile(folder: Folder, { level, index, bytes }: HashedTile): Promise<void> {
  if (level > 0) await checkTile(folder, level, index, bytes)
}

type BundleAt = { index: number; width: number; size: number; root: Uint8Array }

/** Checks a bundle and its tile of level 0. Returns the leaf hashes, concatenated; undefined if both are unusable. */
async function checkBundle(
  folder: Folder,
  at: BundleAt,
  tree: AuditTree,
): Promise<Uint8Array | undefined> {
  const bundlePath = entriesPath(BigInt(at.index), at.width)
  const entries = decode(await readWidest(folder, bundlePath, entriesPath(BigInt(at.index))), at)
  const fromEntries = entries && concat(...entries.map((entry) => leafHash(entry, nodeSha256)))
  const path = tilePath(0, BigInt(at.index), at.width)
  const tile = await readWidest(folder, path, tilePath(0, BigInt(at.index)))
  const fromTile =
    tile && tile.length >= at.width * HASH_BYTES
      ? tile.subarray(0, at.width * HASH_BYTES)
      : undefined
  const leaves = await chooseLeaves(folder, at, tree, [fromEntries, fromTile])
  if (!leaves) {
    folder.report(
      bundlePath,
      'damaged, as is its tile of level 0, so later files were not compared',
    )
    folder.report(path, 'damaged')
    return undefined
  }
  if (fromEntries && entries && equal(fromEntries, leaves))
    await checkVersions(
      folder,
      (w) => entriesPath(BigInt(at.index), w),
      at.width,
      (width) => encodeEntryBundle(entries.slice(0, width)),
    )
  else folder.report(bundlePath, 'the entries do not match their tile and the signed root')
  await checkTile(folder, 0, at.index, leaves)
  return leaves
}

/** Returns the leaf hashes that match the tile above or the signed root, or else the first that exist. */
async function chooseLeaves(
  folder: Folder,
  at: BundleAt,
  tree: AuditTree,
  candidates: readonly (Uint8Array | undefined)[],
): Promise<Uint8Array | undefined> {
  const [first, ...others] = candidates.filter((leaves) => leaves !== undefined)
  if (!first || others.every((other) => equal(other, first))) return first
  const isMatch = at.width < TILE_WIDTH ? matchesRoot(at, tree) : await matchesTileAbove(folder, at)
  return [first, ...others].find(isMatch) ?? first
}

function matchesRoot({ root }: BundleAt, tree: AuditTree): (leaves: Uint8Array) => boolean {
  return (leaves) => {
    const copy = copyTree(tree)
    appendLeaves(copy, leaves)
    return equal(rootOf(copy), root)
  }
}

async function matchesTileAbove(
  folder: Folder,
  { index, size }: BundleAt,
): Promise<(leaves: Uint8Array) => boolean> {
  const above = BigInt(Math.floor(index / TILE_WIDTH))
  const width = tileWidth(1, above, BigInt(size))
  const tile = await readWidest(folder, tilePath(1, above, width), tilePath(1, above))
  const start = (index % TILE_WIDTH) * HASH_BYTES
  const expected = tile?.subarray(start, start + HASH_BYTES)
  return (leaves) => expected !== undefined && equal(rootOfHashes(leaves, nodeSha256), expected)
}

/** Compares a tile and its narrower versions with what was recomputed. */
async function checkTile(
  folder: Folder,
  level: number,
  index: number,
  bytes: Uint8Array,
): Promise<void> {
  await checkVersions(
    folder,
    (width) => tilePath(level, BigInt(index), width),
    bytes.length / HASH_BYTES,
    (width) => bytes.subarray(0, width * HASH_BYTES),
  )
}

/** Compares a file, which must exist, and the narrower versions of it that exist. */
async function checkVersions(
  folder: Folder,
  path: (width?: number) => string,
  width: number,
  contentOf: (width: number) => Uint8Array,
): Promise<void> {
  const names = await folder.list(`${path()}.p`)
  const narrower = names.filter((name) => /^[1-9]\d{0,2}$/.test(name)).map(Number)
  // A partial file may have been deleted when the full one was written.
  const hasFull = width < TILE_WIDTH && (await folder.read(path())) !== undefined
  const versions = new Set([...(hasFull ? [] : [width]), ...narrower.filter((w) => w < width)])
  if (hasFull && narrower.includes(width)) versions.add(width)
  for (const version of versions) {
    const expected = contentOf(version)
    const stored = await folder.read(path(version))
    const problem = describeDifference(stored, expected)
    if (problem) folder.report(path(version), problem)
  }
}

function describeDifference(
  stored: Uint8Array | undefined,
  expected: Uint8Array,
): string | undefined {
  if (!stored) return 'missing'
  if (stored.length !== expected.length)
    return `${stored.length} bytes instead of ${expected.length}`
  return equal(stored, expected) ? undefined : 'the content does not match the signed state'
}

/** Reads a partial file, or the full one if the partial one was deleted. */
async function readWidest(
  folder: Folder,
  path: string,
  full: string,
): Promise<Uint8Array | undefined> {
  return (await folder.read(path)) ?? (path === full ? undefined : await folder.read(full))
}

/** Returns the first entries of a bundle; undefined if it is missing or malformed, or has fewer. */
function decode(bytes: Uint8Array | undefined, { width }: BundleAt): Uint8Array[] | undefined {
  if (!bytes) return undefined
  try {
    const entries = decodeEntryBundle(bytes)
    return entries.length >= width ? entries.slice(0, width) : undefined
  } catch {
    return undefined
  }
}

function split(leaves: Uint8Array): Uint8Array[] {
  const count = leaves.length / HASH_BYTES
  return Array.from({ length: count }, (_, i) => leaves.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES))
}
