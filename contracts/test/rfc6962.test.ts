import { afterAll, describe, expect, test } from '@jest/globals'
import { anchorFirst, simulateAnchor } from '../testing/anchoring.ts'
import {
  type CustomError,
  connectTestChain,
  createOperator,
  expectCustomError,
} from '../testing/chain.ts'
import type { Head } from '../testing/heads.ts'
import {
  type Consistency,
  consistencyVectors,
  decodeHash,
  decodeHashes,
  type Inclusion,
  inclusionVectors,
} from '../testing/rfc6962-vectors.ts'

/**
 * Vectors that cannot be expressed as contract calls: a root, leaf or node is not 32 bytes long and
 * therefore not a bytes32.
 */
const OTHER_LENGTHS = [
  ...['1', '2', '3', '4'].flatMap((folder) => [
    `consistency/${folder}/preceding-garbage`,
    `consistency/${folder}/trailing-garbage`,
    `consistency/${folder}/wrong-root1`,
    `consistency/${folder}/wrong-root2`,
  ]),
  'consistency/additional/roots-do-not-match-and-sizes-are-zero',
  'consistency/additional/roots-do-not-not-match-and-sizes-are-one',
  'consistency/additional/size1-is-greater-than-size2',
  'consistency/additional/size1-is-greater-than-size2-again',
  'consistency/additional/size1-is-zero-and-does-not-equal-size2',
  'consistency/additional/size1-is-zero-and-size2-is-not-zero',
  'consistency/additional/sizes-are-equal-one-and-proof-is-empty',
  'consistency/additional/sizes-are-equal-one-but-roots-are-not',
  'consistency/additional/sizes-are-equal-zero-and-proof-is-empty',
  'consistency/additional/sizes-are-equal-zero-but-roots-are-not',
  'consistency/additional/sizes-do-not-watch-and-proof-is-empty',
  ...['0', '1', '2', '3', '4'].flatMap((folder) => [
    `inclusion/${folder}/preceding-garbage`,
    `inclusion/${folder}/trailing-garbage`,
    `inclusion/${folder}/wrong-leaf`,
  ]),
  ...['0', '1', '2', '3'].flatMap((folder) => [
    `inclusion/additional/${folder}/empty-root`,
    `inclusion/additional/${folder}/random-leaf`,
  ]),
  'inclusion/single-entry/empty-leaf',
  'inclusion/single-entry/empty-root',
  'inclusion/single-entry/empty-root-and-leaf',
]

/** Accepted by the RFC's function, but refused here by design: an anchor has to grow. */
const EQUAL_SIZES = ['consistency/0/happy-path']

const consistency = consistencyVectors()
const inclusion = inclusionVectors()
const provider = connectTestChain()
afterAll(() => provider.destroy())

/** Creates an operator whose log has this head; an empty log if the size is 0. */
async function setup(head: Head) {
  const operator = await createOperator(provider)
  if (head.size > 0n) await anchorFirst(operator, head)
  return operator
}

function isExpressible({ name }: { readonly name: string }): boolean {
  return !OTHER_LENGTHS.includes(name)
}

test('reads all 196 vectors; OTHER_LENGTHS lists exactly those with hashes of other lengths', () => {
  expect([consistency.length, inclusion.length]).toEqual([98, 98])
  const inexpressible = [
    ...consistency.filter(
      (v) => !(decodeHash(v.root1) && decodeHash(v.root2) && decodeHashes(v.proof)),
    ),
    ...inclusion.filter(
      (v) => !(decodeHash(v.root) && decodeHash(v.leafHash) && decodeHashes(v.proof)),
    ),
  ]
  expect(inexpressible.map(({ name }) => name).sort()).toEqual([...OTHER_LENGTHS].sort())
})

test('lists every valid vector that an anchor refuses by design', () => {
  const accepted = consistency.filter((v) => isExpressible(v) && !v.wantErr && v.size1 >= v.size2)
  expect(accepted.map(({ name }) => name)).toEqual(EQUAL_SIZES)
})

describe('anchors', () => {
  test.each(consistency.filter(isExpressible))('evaluate $name', async (vector) => {
    const { old, next, proof } = consistencyCall(vector)
    const call = simulateAnchor(await setup(old), old, next, proof)
    if (!vector.wantErr && !EQUAL_SIZES.includes(vector.name)) return call
    const expected = expectedAnchorErrors(vector)
    expect(expected).toContain((await expectCustomError(call)).name)
  })
})

describe('isIncluded', () => {
  test.each(inclusion.filter(isExpressible))('evaluates $name', async (vector) => {
    const { head, leafHash, proof } = inclusionCall(vector)
    const { log, address } = await setup(head)
    const { size, root } = head
    const call = log.isIncluded(address, size, root, leafHash, vector.leafIdx, proof)
    if (!vector.wantErr) return expect(await call).toBe(true)
    expect(expectedInclusionResults(vector)).toContain(await resultOrErrorName(call))
  })
})

function consistencyCall(vector: Consistency) {
  const [oldRoot, newRoot, proof] = [
    decodeHash(vector.root1),
    decodeHash(vector.root2),
    decodeHashes(vector.proof),
  ]
  if (!oldRoot || !newRoot || !proof)
    throw new Error(`${vector.name} cannot be expressed as a contract call`)
  return {
    old: { size: vector.size1, root: oldRoot },
    next: { size: vector.size2, root: newRoot },
    proof,
  }
}

/**
 * An old size of 0 with a root is not a head; sizes that do not grow are refused before the proof
 * is checked.
 */
function expectedAnchorErrors({ size1, size2 }: Consistency): CustomError['name'][] {
  if (size1 === 0n) return ['LogStaleHead']
  if (size2 <= size1) return ['LogSizeMustGrow']
  return ['LogProofLength', 'LogInconsistentProof']
}

function inclusionCall(vector: Inclusion) {
  const [root, leafHash, proof] = [
    decodeHash(vector.root),
    decodeHash(vector.leafHash),
    decodeHashes(vector.proof),
  ]
  if (!root || !leafHash || !proof)
    throw new Error(`${vector.name} cannot be expressed as a contract call`)
  return { head: { size: vector.treeSize, root }, leafHash, proof }
}

function expectedInclusionResults({ leafIdx, treeSize }: Inclusion): (string | boolean)[] {
  if (treeSize === 0n) return ['LogStaleHead']
  if (leafIdx >= treeSize) return ['LogIndexOutOfRange']
  return ['LogProofLength', false]
}

/** Returns the result of isIncluded: its boolean, or the name of its error. */
async function resultOrErrorName(call: Promise<boolean>): Promise<string | boolean> {
  const result = await call.catch(() => undefined)
  return result ?? (await expectCustomError(call)).name
}
