import { createHash } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { anchor, anchorFirst, simulateAnchor } from '../testing/anchoring.ts'
import {
  connectTestChain,
  createOperator,
  expectCustomError,
  type Operator,
} from '../testing/chain.ts'
import { consistencyPath, flipBit, type Head, headAt, inclusionPath } from '../testing/heads.ts'
import {
  numberedTree,
  type RangeRoot,
  treeFromLeaves,
  uniformTree,
} from '../testing/reference-tree.ts'

/** The largest size: sizes have 64 bits. */
const LARGEST = 2n ** 64n - 1n
const provider = connectTestChain()
const distinct = numberedTree()
const uniform = uniformTree(createHash('sha256').update('leaf').digest())
afterAll(() => provider.destroy())

/** Two sizes of one log, the first below the second. */
type Sizes = { readonly from: bigint; readonly to: bigint }

function sizes(size: fc.Arbitrary<bigint>): fc.Arbitrary<Sizes> {
  return fc
    .tuple(size, size)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))
}

/** Sizes of up to a few thousand distinct leaves. */
const smallSize = fc.bigInt({ min: 1n, max: 3_000n })

/** Powers of two and their neighbors, up to the largest size. */
const edgeSize = fc
  .tuple(fc.integer({ min: 0, max: 64 }), fc.bigInt({ min: -2n, max: 2n }))
  .map(([power, offset]) => (1n << BigInt(power)) + offset)
  .filter((size) => size >= 1n && size <= LARGEST)

const anySize = fc.bigInt({ min: 1n, max: LARGEST })

/** Creates an operator whose log has the tree's head at this size. */
async function setup(tree: RangeRoot, size: bigint) {
  const operator = await createOperator(provider)
  const head = headAt(tree, size)
  await anchorFirst(operator, head)
  return { operator, head }
}

test('accepts the growth of any tree of distinct entries, but not if a bit of the root or the proof is changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      sizes(smallSize),
      fc.nat(),
      fc.nat(255),
      async ({ from, to }, position, bit) => {
        const { operator, head } = await setup(distinct, from)
        const next = headAt(distinct, to)
        const proof = consistencyPath(distinct, from, to)
        await simulateAnchor(operator, head, next, proof)
        await expectInconsistent(operator, head, { ...next, root: flipBit(next.root, bit) }, proof)
        const node = position % proof.length
        const changed = proof.map((hash, index) => (index === node ? flipBit(hash, bit) : hash))
        await expectInconsistent(operator, head, next, changed)
      },
    ),
    { numRuns: 60 },
  )
})

test('refuses any number of nodes other than the required one', async () => {
  await fc.assert(
    fc.asyncProperty(
      sizes(smallSize),
      fc.nat(),
      fc.nat(20),
      async ({ from, to }, position, extra) => {
        const { operator, head } = await setup(distinct, from)
        const proof = consistencyPath(distinct, from, to)
        const node = position % proof.length
        const shorter = proof.filter((_, index) => index !== node)
        const longer = [...proof, ...Array<string>(extra + 1).fill(head.root)]
        for (const changed of [shorter, longer]) {
          expect(
            await expectCustomError(simulateAnchor(operator, head, headAt(distinct, to), changed)),
          ).toEqual({
            name: 'LogProofLength',
            values: [BigInt(changed.length), BigInt(proof.length)],
          })
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('refuses the growth of a log in which one entry was rewritten', async () => {
  await fc.assert(
    fc.asyncProperty(sizes(smallSize), fc.nat(), async ({ from, to }, position) => {
      const { operator, head } = await setup(distinct, from)
      const forged = withOneEntryChanged(distinct, BigInt(position) % from)
      const proof = consistencyPath(forged, from, to)
      await expectInconsistent(operator, head, headAt(forged, to), proof)
      await expectInconsistent(
        operator,
        head,
        headAt(forged, to),
        consistencyPath(distinct, from, to),
      )
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['around powers of two', edgeSize],
  ['of any size', anySize],
])('accepts the growth of trees %s, up to 2^64 − 1 entries', async (_, size) => {
  await fc.assert(
    fc.asyncProperty(sizes(size), fc.nat(255), async ({ from, to }, bit) => {
      const { operator, head } = await setup(uniform, from)
      const next = headAt(uniform, to)
      const proof = consistencyPath(uniform, from, to)
      await expectInconsistent(operator, head, { ...next, root: flipBit(next.root, bit) }, proof)
      await anchor(operator, head, next, proof)
    }),
    { numRuns: 40 },
  )
})

test('confirms any entry of any tree, but only at its own position', async () => {
  const inputs = fc.tuple(smallSize, fc.nat(), fc.nat())
  await fc.assert(
    fc.asyncProperty(inputs, async ([size, a, b]) => {
      const { operator, head } = await setup(distinct, size)
      const [index, other] = [BigInt(a) % size, BigInt(b) % size]
      expect(await callIsIncluded(operator, head, index, index)).toBe(true)
      if (other === index) return
      expect([false, 'LogProofLength']).toContain(
        await callIsIncluded(operator, head, index, other),
      )
    }),
    { numRuns: 60 },
  )
})

test('confirms entries of trees of up to 2^64 − 1 entries', async () => {
  const inputs = fc.tuple(fc.oneof(edgeSize, anySize), anySize)
  await fc.assert(
    fc.asyncProperty(inputs, async ([size, position]) => {
      const { operator, head } = await setup(uniform, size)
      const { address, log } = operator
      const index = position % size
      const leaf = headAt(uniform, 1n).root
      const proof = inclusionPath(uniform, index, size)
      expect(await log.isIncluded(address, size, head.root, leaf, index, proof)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

async function expectInconsistent(
  operator: Operator,
  from: Head,
  to: Head,
  proof: readonly string[],
): Promise<void> {
  const { name } = await expectCustomError(simulateAnchor(operator, from, to, proof))
  expect(name).toBe('LogInconsistentProof')
}

/** Calls isIncluded for entry `index` with its proof, claiming that it is at `position`. */
async function callIsIncluded(operator: Operator, head: Head, index: bigint, position: bigint) {
  const { address, log } = operator
  const leaf = `0x${distinct(index, index + 1n).toString('hex')}`
  const proof = inclusionPath(distinct, index, head.size)
  const call = log.isIncluded(address, head.size, head.root, leaf, position, proof)
  const result = await call.catch(() => undefined)
  return result ?? (await expectCustomError(call)).name
}

/** Returns the tree with one entry changed. */
function withOneEntryChanged(tree: RangeRoot, index: bigint): RangeRoot {
  const forgedLeaf = createHash('sha256').update('forged').digest()
  const forged = treeFromLeaves((i) => (i === index ? forgedLeaf : tree(i, i + 1n)))
  return (start, end) => (index >= start && index < end ? forged(start, end) : tree(start, end))
}
