import { expect, test } from '@jest/globals'
import { u16be } from './bytes.ts'
import { sha256 } from './sha256.ts'
import { otherEntries, sampleLog } from './testing/sample-log.ts'
import {
  decodeEntryBundle,
  encodeEntryBundle,
  entriesPath,
  httpTileReader,
  type TileReader,
  tilePath,
  tilesToWrite,
  tileWidth,
} from './tile.ts'
import {
  consistencyFromTiles,
  inclusionFromTiles,
  leafHashFromTiles,
  rootFromTiles,
} from './tile-proofs.ts'
import { leafHash, verifyConsistency, verifyInclusion } from './tree.ts'
import { appendLeaf, emptyRange, rangeRoot } from './tree-builder.ts'

// The examples from c2sp.org/tlog-tiles.
test.each([
  [tilePath(0, 1234067n), 'tile/0/x001/x234/067'],
  [tilePath(2, 0n, 1), 'tile/2/000.p/1'],
  [tilePath(0, 273n, 112), 'tile/0/273.p/112'],
  [tilePath(0, 1000n), 'tile/0/x001/000'],
  [entriesPath(1234067n, 5), 'tile/entries/x001/x234/067.p/5'],
])('formats the path of %s', (path, expected) => expect(path).toBe(expected))

test.each([0, 257, -1])('refuses a tile width of %s hashes', (width) => {
  expect(() => tilePath(0, 0n, width)).toThrow(expect.objectContaining({ code: 'BAD_TILE' }))
})

test('a tree of 70,000 entries has the tiles listed in the specification', () => {
  const tiles = [...tilesToWrite(70_000n)]
  const partial = tiles.filter((tile) => tile.width < 256)
  expect(tiles.filter((tile) => tile.level === 0 && tile.width === 256)).toHaveLength(273)
  expect(partial).toEqual([
    { level: 0, index: 273n, width: 112 },
    { level: 1, index: 1n, width: 17 },
    { level: 2, index: 0n, width: 1 },
  ])
})

test('a tree of 256 entries has one full tile and a tile with a single hash above it', () => {
  expect([...tilesToWrite(256n)]).toEqual([
    { level: 0, index: 0n, width: 256 },
    { level: 1, index: 0n, width: 1 },
  ])
  expect([...tilesToWrite(0n)]).toEqual([])
})

test.each([
  [0n, 1n],
  [255n, 256n],
  [256n, 257n],
  [500n, 70_000n],
  [65_536n, 65_537n],
])('growing from %s to %s writes exactly the tiles that the smaller tree lacks', (since, size) => {
  const before = new Set([...tilesToWrite(since)].map((t) => tilePath(t.level, t.index, t.width)))
  const after = [...tilesToWrite(size)].map((t) => tilePath(t.level, t.index, t.width))
  const written = [...tilesToWrite(size, since)].map((t) => tilePath(t.level, t.index, t.width))
  expect(written).toEqual(after.filter((path) => !before.has(path)))
})

test('a tile outside the tree has width zero', () => {
  expect(tileWidth(0, 2n, 600n)).toBe(88)
  expect(tileWidth(0, 3n, 600n)).toBe(0)
  expect(tileWidth(1, 0n, 600n)).toBe(2)
})

function setup(size = 600) {
  const entries = otherEntries(size)
  const range = emptyRange()
  const roots = [rangeRoot(range)]
  for (const entry of entries) {
    appendLeaf(range, leafHash(entry))
    roots.push(rangeRoot(range))
  }
  return { entries, roots, log: sampleLog(entries) }
}

test('proofs built from tiles verify', async () => {
  const { entries, roots, log } = setup()
  const root = roots[600] as Uint8Array
  expect(await rootFromTiles(log.read, 600n)).toEqual(root)
  for (const index of [0, 1, 255, 256, 300, 511, 512, 598, 599]) {
    const proof = await inclusionFromTiles(log.read, BigInt(index), 600n)
    const leaf = leafHash(entries[index] as Uint8Array)
    expect(await leafHashFromTiles(log.read, BigInt(index), 600n)).toEqual(leaf)
    verifyInclusion(BigInt(index), 600n, leaf, proof, root)
  }
  for (const size of [1, 2, 255, 256, 257, 512, 599]) {
    const proof = await consistencyFromTiles(log.read, BigInt(size), 600n)
    verifyConsistency(BigInt(size), 600n, roots[size] as Uint8Array, root, proof)
  }
})

test('builds a proof against an older state from the full tile that replaced a partial one', async () => {
  const { entries, roots, log } = setup()
  const requestedPaths: string[] = []
  const read: TileReader = (path) => {
    requestedPaths.push(path)
    return log.read(path)
  }
  const proof = await inclusionFromTiles(read, 3n, 100n)
  verifyInclusion(3n, 100n, leafHash(entries[3] as Uint8Array), proof, roots[100] as Uint8Array)
  expect(requestedPaths).toEqual(['tile/0/000.p/100', 'tile/0/000'])
})

test('refuses a tile that is too short', async () => {
  await expect(inclusionFromTiles(async () => new Uint8Array(31), 0n, 2n)).rejects.toMatchObject({
    code: 'TILE_SHORT',
  })
})

test('the HTTP reader requests paths below its base and names a missing file', async () => {
  const read = httpTileReader('https://log.example/log', async (url) =>
    url === 'https://log.example/log/checkpoint'
      ? new Response('hi')
      : new Response('', { status: 404 }),
  )
  expect(await read('checkpoint')).toEqual(new TextEncoder().encode('hi'))
  await expect(read('tile/0/000')).rejects.toMatchObject({ code: 'TILE_MISSING' })
})

test('an entry bundle round-trips, and a truncated one is refused', () => {
  const entries = [new Uint8Array(42).fill(1), new Uint8Array(), new Uint8Array(300)]
  const bundle = encodeEntryBundle(entries)
  expect(decodeEntryBundle(bundle)).toEqual(entries)
  expect(bundle.slice(0, 2)).toEqual(u16be(42))
  for (const length of [1, 43, bundle.length - 1]) {
    expect(() => decodeEntryBundle(bundle.slice(0, length))).toThrow(
      expect.objectContaining({ code: 'BAD_BUNDLE' }),
    )
  }
})

test('a tile that the reader returns again as the same array is not hashed again', async () => {
  const { log } = setup(700)
  const files = new Map<string, Uint8Array>()
  const read: TileReader = async (path) => {
    const bytes = files.get(path) ?? (await log.read(path))
    files.set(path, bytes)
    return bytes
  }
  let hashed = 0
  const counting = (data: Uint8Array) => {
    hashed++
    return sha256(data)
  }
  const first = await inclusionFromTiles(read, 300n, 700n, counting)
  const once = hashed
  expect(await inclusionFromTiles(read, 300n, 700n, counting)).toEqual(first)
  // The nodes above the tiles' inner nodes are few.
  expect([once > 200, hashed - once < 10]).toEqual([true, true])
  // Another array may have other content, for example after a repair.
  for (const [path, bytes] of files)
    files.set(
      path,
      bytes.map((byte) => byte ^ 1),
    )
  expect(await inclusionFromTiles(read, 300n, 700n, counting)).not.toEqual(first)
})
