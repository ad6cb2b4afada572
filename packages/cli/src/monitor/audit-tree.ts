/** The record's tree as far as it was recomputed from entries, with the last, partial tile of each level. */
import { concat } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { TILE_WIDTH } from '@inkproof/proof/tile'
import { appendLeaf, type CompactRange, emptyRange, rangeRoot } from '@inkproof/proof/tree-builder'

export type AuditTree = {
  range: CompactRange
  /** The hashes of the last tile of each level; empty directly after a full tile. */
  edges: Uint8Array[][]
}

/** A tile with its hashes, concatenated. */
export type HashedTile = { level: number; index: number; bytes: Uint8Array }

export function emptyAuditTree(): AuditTree {
  return { range: emptyRange(), edges: [] }
}

export function copyTree({ range, edges }: AuditTree): AuditTree {
  return {
    range: { size: range.size, nodes: [...range.nodes] },
    edges: edges.map((hashes) => [...hashes]),
  }
}

export function sizeOf(tree: AuditTree): number {
  return Number(tree.range.size)
}

export function rootOf(tree: AuditTree): Uint8Array {
  return rangeRoot(tree.range, nodeSha256)
}

/** Appends a leaf hash; modifies the tree. Returns the tiles that it completes. */
export function extend(tree: AuditTree, leaf: Uint8Array): HashedTile[] {
  const full: HashedTile[] = []
  appendLeaf(tree.range, leaf, nodeSha256, ({ level, index }, node) => {
    if (level % 8 !== 0) return
    const hashes = tree.edges[level / 8] ?? []
    tree.edges[level / 8] = hashes
    hashes.push(node)
    if (hashes.length < TILE_WIDTH) return
    full.push({ level: level / 8, index: Number(index / 256n), bytes: concat(...hashes) })
    tree.edges[level / 8] = []
  })
  return full
}

/** Returns the partial tiles at the right edge. */
export function partialTiles({ range, edges }: AuditTree): HashedTile[] {
  return edges.flatMap((hashes, level) => {
    if (hashes.length === 0) return []
    const index = Number((range.size >> BigInt(8 * level)) / 256n)
    return [{ level, index, bytes: concat(...hashes) }]
  })
}
