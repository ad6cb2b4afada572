/** Builds proofs and roots from the files of a log: https://c2sp.org/tlog-tiles */
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { readWithFallback, type Tile, type TileReader, tilePath, tileWidth } from './tile.ts'
import { nodeHash } from './tree.ts'
import {
  type CompactRange,
  consistencyProof,
  consistencyRanges,
  inclusionProof,
  inclusionRanges,
  type NodeId,
  type NodeReader,
  nodesOfRange,
  type Range,
  rangeFromNodes,
  rangeRoot,
} from './tree-builder.ts'

/** Builds the inclusion proof of an entry from tiles. */
export async function inclusionFromTiles(
  read: TileReader,
  index: bigint,
  size: bigint,
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  const readNode = await nodesFromTiles(read, inclusionRanges(index, size), size, hash)
  return inclusionProof(index, size, readNode, hash)
}

/** Builds the consistency proof between two sizes from tiles. */
export async function consistencyFromTiles(
  read: TileReader,
  size1: bigint,
  size2: bigint,
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  const readNode = await nodesFromTiles(read, consistencyRanges(size1, size2), size2, hash)
  return consistencyProof(size1, size2, readNode, hash)
}

/** Computes the root of the tree with `size` entries from tiles. */
export async function rootFromTiles(
  read: TileReader,
  size: bigint,
  hash: Sha256 = sha256,
): Promise<Uint8Array> {
  const readNode = await nodesFromTiles(read, [[0n, size]], size, hash)
  return rangeRoot(rangeFromNodes(size, readNode), hash)
}

/**
 * Restores the compact range of the first `size` entries from the tiles of a tree with `treeSize` entries, to append
 * the entries that follow.
 */
export async function rangeFromTiles(
  read: TileReader,
  size: bigint,
  treeSize: bigint,
  hash: Sha256 = sha256,
): Promise<CompactRange> {
  return rangeFromNodes(size, await nodesFromTiles(read, [[0n, size]], treeSize, hash))
}

/** Reads the leaf hash of an entry from its tile. */
export async function leafHashFromTiles(
  read: TileReader,
  index: bigint,
  size: bigint,
): Promise<Uint8Array> {
  const readNode = await nodesFromTiles(read, [[index, index + 1n]], size, sha256)
  return readNode(0, index)
}

async function nodesFromTiles(
  read: TileReader,
  ranges: readonly Range[],
  size: bigint,
  hash: Sha256,
): Promise<NodeReader> {
  const neededTiles = new Map<string, Tile>()
  for (const id of ranges.flatMap(nodesOfRange)) {
    const tile = tileContaining(id, size)
    neededTiles.set(tilePath(tile.level, tile.index), tile)
  }
  const tiles = new Map<string, Uint8Array>()
  await Promise.all(
    [...neededTiles].map(async ([key, tile]) => tiles.set(key, await readTile(read, tile))),
  )
  return (level, index) => nodeInTile(tiles, { level, index }, hash)
}

async function readTile(read: TileReader, tile: Tile): Promise<Uint8Array> {
  const { level, index, width } = tile
  const bytes = await readWithFallback(read, (w) => tilePath(level, index, w), width)
  must(bytes.length >= width * 32, 'TILE_SHORT', 'The file {path} is too short.', {
    path: tilePath(level, index, width),
  })
  return bytes
}

function nodeInTile(tiles: Map<string, Uint8Array>, id: NodeId, hash: Sha256): Uint8Array {
  const height = id.level % 8
  const level = (id.level - height) / 8
  const first = id.index << BigInt(height)
  const bytes = tiles.get(tilePath(level, first / 256n))
  const start = Number(first % 256n) * 32
  const end = start + 32 * 2 ** height
  must(bytes && end <= bytes.length, 'TILE_MISSING', 'A tile lacks hashes that the proof needs.')
  const nodes = innerNodes.get(bytes) ?? new Map<number, Uint8Array>()
  innerNodes.set(bytes, nodes)
  const key = start * 16 + height
  const node = nodes.get(key) ?? rootOfHashes(bytes.subarray(start, end), hash)
  nodes.set(key, node)
  return node.slice()
}

/**
 * The computed nodes of each tile by its array, so that a reader that returns the same array again, for example from a
 * cache, avoids hashing it again. Readers must therefore not change arrays that they have returned.
 */
const innerNodes = new WeakMap<Uint8Array, Map<number, Uint8Array>>()

/** Computes the root of 2^n concatenated hashes, such as those of a full tile. */
export function rootOfHashes(hashes: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (hashes.length === 32) return hashes.slice()
  const middle = hashes.length / 2
  const left = rootOfHashes(hashes.subarray(0, middle), hash)
  return nodeHash(left, rootOfHashes(hashes.subarray(middle), hash), hash)
}

function tileContaining(id: NodeId, size: bigint): Tile {
  const height = id.level % 8
  const level = (id.level - height) / 8
  const index = (id.index << BigInt(height)) / 256n
  return { level, index, width: tileWidth(level, index, size) }
}
