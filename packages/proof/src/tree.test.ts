import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { buildFlatTree, flatTreeReader } from './flat-tree.ts'
import { nodeSha256 } from './node-sha256.ts'
import { leafHash, rootFromInclusion, verifyConsistency, verifyInclusion } from './tree.ts'
import {
  appendLeaf,
  consistencyProof,
  emptyRange,
  inclusionProof,
  rangeFromNodes,
  rangeRoot,
  rootFromNodes,
} from './tree-builder.ts'

// Made elsewhere, from transparency-dev/merkle; kept outside the project.
const FOLDER = join(import.meta.dirname, '../../../../shared/vectors/rfc6962')

type Vector = Record<string, string | string[] | boolean | null>

function vectorsIn(folder: string): { name: string; vector: Vector }[] {
  return readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const text = readFileSync(join(FOLDER, folder, file), 'utf8')
      // Sizes reach 2^64-1: taken as text, for JSON numbers would lose their last digits.
      return { name: file, vector: JSON.parse(text.replace(/: (\d+)/g, ': "$1"')) as Vector }
    })
}

const bytesOf = (text: unknown) => new Uint8Array(Buffer.from(String(text ?? ''), 'base64'))
const hashesOf = (list: unknown) => ((list ?? []) as string[]).map(bytesOf)

const inclusions = vectorsIn('inclusion')
const consistencies = vectorsIn('consistency')

test('there are as many vectors as were made', () => {
  expect(inclusions.length + consistencies.length).toBe(196)
})

test.each(inclusions)('inclusion vector $name', ({ vector }) => {
  const { leafIdx, treeSize, leafHash: leaf, root, proof, wantErr } = vector
  const run = () =>
    verifyInclusion(
      BigInt(String(leafIdx)),
      BigInt(String(treeSize)),
      bytesOf(leaf),
      hashesOf(proof),
      bytesOf(root),
    )
  if (wantErr) expect(run).toThrow(expect.objectContaining({ name: 'ProofError' }))
  else expect(run).not.toThrow()
})

test.each(consistencies)('consistency vector $name', ({ vector }) => {
  const { size1, size2, root1, root2, proof, wantErr } = vector
  const run = () =>
    verifyConsistency(
      BigInt(String(size1)),
      BigInt(String(size2)),
      bytesOf(root1),
      bytesOf(root2),
      hashesOf(proof),
    )
  if (wantErr) expect(run).toThrow(expect.objectContaining({ name: 'ProofError' }))
  else expect(run).not.toThrow()
})

const SIZE = 130

function setup() {
  const range = emptyRange()
  const roots = [rangeRoot(range)]
  const leaves: Uint8Array[] = []
  for (let i = 0; i < SIZE; i++) {
    const leaf = leafHash(Uint8Array.of(i))
    leaves.push(leaf)
    appendLeaf(range, leaf)
    roots.push(rangeRoot(range))
  }
  const flat = buildFlatTree(new Uint8Array(Buffer.concat(leaves)))
  return { range, roots, leaves, read: flatTreeReader(flat) }
}

test('every entry is proved in every tree up to 130, and in no other place', () => {
  const { roots, leaves, read } = setup()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: SIZE }), fc.nat(), fc.nat(), (size, one, two) => {
      const index = one % size
      const other = two % size
      const proof = inclusionProof(BigInt(index), BigInt(size), read)
      const leaf = leaves[index] as Uint8Array
      const root = roots[size] as Uint8Array
      verifyInclusion(BigInt(index), BigInt(size), leaf, proof, root)
      const elsewhere = () => verifyInclusion(BigInt(other), BigInt(size), leaf, proof, root)
      if (other !== index) expect(elsewhere).toThrow()
    }),
    { numRuns: 500 },
  )
})

test('every two trees up to 130 are proved consistent, and no other two', () => {
  const { roots, read } = setup()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: SIZE }), fc.nat(), (size2, some) => {
      const size1 = 1 + (some % size2)
      const proof = consistencyProof(BigInt(size1), BigInt(size2), read)
      const [root1, root2] = [roots[size1] as Uint8Array, roots[size2] as Uint8Array]
      verifyConsistency(BigInt(size1), BigInt(size2), root1, root2, proof)
      const wrong = roots[size1 - 1] as Uint8Array
      expect(() => verifyConsistency(BigInt(size1), BigInt(size2), wrong, root2, proof)).toThrow()
    }),
    { numRuns: 500 },
  )
})

test('a range read back from nodes goes on like one that never stopped', () => {
  const { read, roots } = setup()
  for (let size = 0; size <= SIZE; size++) {
    expect(rootFromNodes(BigInt(size), read)).toEqual(roots[size])
    const resumed = rangeFromNodes(BigInt(size), read)
    appendLeaf(resumed, leafHash(Uint8Array.of(size)))
    if (size < SIZE) expect(rangeRoot(resumed)).toEqual(roots[size + 1])
  }
})

test('gives the same root with a hash function handed in', () => {
  const { leaves, roots, read } = setup()
  const proof = inclusionProof(3n, 100n, read, nodeSha256)
  const root = rootFromInclusion(3n, 100n, leaves[3] as Uint8Array, proof, nodeSha256)
  expect(root).toEqual(roots[100])
})

test.each([
  ['INDEX_BEYOND_SIZE', () => rootFromInclusion(5n, 5n, new Uint8Array(32), [])],
  ['PROOF_TOO_SHORT', () => rootFromInclusion(0n, 5n, new Uint8Array(32), [])],
  ['PROOF_TOO_LONG', () => rootFromInclusion(0n, 1n, new Uint8Array(32), [new Uint8Array(32)])],
  ['EMPTY_ROOT', () => verifyInclusion(0n, 1n, new Uint8Array(), [], new Uint8Array())],
  ['SIZE_SHRINKS', () => verifyConsistency(5n, 4n, new Uint8Array(32), new Uint8Array(32), [])],
  ['NO_OLDER_TREE', () => verifyConsistency(0n, 4n, new Uint8Array(32), new Uint8Array(32), [])],
])('refuses with %s', (code, run) => {
  expect(run).toThrow(expect.objectContaining({ code }))
})
