/** The verified right edge of the tree, from which the content of every file of the tree can be verified. */
import { concat } from '@inkproof/proof/bytes'
import { TILE_WIDTH, tilePath } from '@inkproof/proof/tile'
import type { GrowingTree } from './growing-tree.ts'

/** A tree whose files are all written, at one moment. It does not change while the tree grows. */
export type TreeSnapshot = {
  size: number
  /** The hashes of the partial tile of each level; empty directly after a full tile. */
  edges: readonly (readonly Uint8Array[])[]
  /** The entries after the last full bundle. */
  entries: readonly Uint8Array[]
}

/** Copies the right edge of the tree as far as its files are written. */
export function takeSnapshot({ writtenSize, tiles, bundles }: GrowingTree): TreeSnapshot {
  const edges: Uint8Array[][] = []
  for (let level = 0; writtenSize >> BigInt(8 * level) > 0n; level++) {
    const hashes = writtenSize >> BigInt(8 * level)
    const list = tiles.get(tilePath(level, hashes / 256n)) ?? []
    edges.push(list.slice(0, Number(hashes % 256n)))
  }
  const width = Number(writtenSize % 256n)
  const entries = (bundles.get(writtenSize / 256n) ?? []).slice(0, width)
  return { size: Number(writtenSize), edges, entries }
}

/** Returns the number of full tiles of a level; level 0 has as many full bundles. */
export function countFull({ size }: TreeSnapshot, level: number): number {
  return Math.floor(size / TILE_WIDTH ** (level + 1))
}

/** Returns the content of the partial tile of a level, and the index of the tile. */
export function edgeTile(
  snapshot: TreeSnapshot,
  level: number,
): { index: number; bytes: Uint8Array; width: number } {
  const hashes = snapshot.edges[level] ?? []
  return { index: countFull(snapshot, level), bytes: concat(...hashes), width: hashes.length }
}
