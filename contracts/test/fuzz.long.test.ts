import { createHash } from 'node:crypto'
import { afterAll, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { anchor, anchorFirst, tryAnchor } from '../testing/anchoring.ts'
import { expectRefusal, freshOperator, type Operator, testChain } from '../testing/chain.ts'
import { consistencyPath, flipBit, type Head, headAt, inclusionPath } from '../testing/heads.ts'
import { numberedTree, type RangeRoot, treeOf, uniformTree } from '../testing/reference-tree.ts'

/** Each test sends dozens of transactions sequentially. */
jest.setTimeout(120_000)

const LARGEST = 2n ** 64n - 1n
const provider = testChain()
const distinct = numberedTree()
const uniform = uniformTree(createHash('sha256').update('leaf').digest())
afterAll(() => provider.destroy())

/** Two sizes of one log, the first below the second. */
type Sizes = { readonly from: bigint; readonly to: bigint }

function sizes(one: fc.Arbitrary<bigint>): fc.Arbitrary<Sizes> {
  return fc
    .tuple(one, one)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))
}

/** Up to a few thousand distinct leaves. */
const smallSize = fc.bigInt({ min: 1n, max: 3_000n })

/** Powers of two and their neighbours, up to the largest size. */
const edgeSize = fc
  .tuple(fc.integer({ min: 0, max: 64 }), fc.bigInt({ min: -2n, max: 2n }))
  .map(([power, offset]) => (1n << BigInt(power)) + offset)
  .filter((size) => size >= 1n && size <= LARGEST)

const anySize = fc.bigInt({ min: 1n, max: LARGEST })

/** Creates an operator whose log has the tree's head of a size. */
async function setup(tree: RangeRoot, size: bigint) {
  const operator = await freshOperator(provider)
  const head = headAt(tree, size)
  await anchorFirst(operator, head)
  return { operator, head }
}

test('accepts the growth of any tree of distinct entries, and no change of a single bit', async () => {
  await fc.assert(
    fc.asyncProperty(sizes(smallSize), fc.nat(), fc.nat(255), async ({ from, to }, place, bit) => {
      const { operator, head } = await setup(distinct, from)
      const next = headAt(distinct, to)
      const proof = consistencyPath(distinct, from, to)
      await tryAnchor(operator, head, next, proof)
      await expectInconsistent(operator, head, { ...next, root: flipBit(next.root, bit) }, proof)
      const node = place % proof.length
      const changed = proof.map((hash, index) => (index === node ? flipBit(hash, bit) : hash))
      await expectInconsistent(operator, head, next, changed)
    }),
    { numRuns: 60 },
  )
})

test('accepts no other number of nodes than the tree requires', async () => {
  await fc.assert(
    fc.asyncProperty(sizes(smallSize), fc.nat(), fc.nat(20), async ({ from, to }, place, more) => {
      const { operator, head } = await setup(distinct, from)
      const proof = consistencyPath(distinct, from, to)
      const node = place % proof.length
      const shorter = proof.filter((_, index) => index !== node)
      const longer = [...proof, ...Array<string>(more + 1).fill(head.root)]
      for (const changed of [shorter, longer]) {
        expect(
          await expectRefusal(tryAnchor(operator, head, headAt(distinct, to), changed)),
        ).toEqual({
          name: 'LogProofLength',
          values: [BigInt(changed.length), BigInt(proof.length)],
        })
      }
    }),
    { numRuns: 40 },
  )
})

test('accepts no growth of a log in which one entry was rewritten', async () => {
  await fc.assert(
    fc.asyncProperty(sizes(smallSize), fc.nat(), async ({ from, to }, place) => {
      const { operator, head } = await setup(distinct, from)
      const forged = withOneEntryChanged(distinct, BigInt(place) % from)
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

test('confirms any entry of any tree, at no other position', async () => {
  const places = fc.tuple(smallSize, fc.nat(), fc.nat())
  await fc.assert(
    fc.asyncProperty(places, async ([size, a, b]) => {
      const { operator, head } = await setup(distinct, size)
      const [index, other] = [BigInt(a) % size, BigInt(b) % size]
      expect(await askIsIncluded(operator, head, index, index)).toBe(true)
      if (other === index) return
      expect([false, 'LogProofLength']).toContain(await askIsIncluded(operator, head, index, other))
    }),
    { numRuns: 60 },
  )
})

test('confirms entries of trees of up to 2^64 − 1 entries', async () => {
  const places = fc.tuple(fc.oneof(edgeSize, anySize), anySize)
  await fc.assert(
    fc.asyncProperty(places, async ([size, place]) => {
      const { operator, head } = await setup(uniform, size)
      const { address, log } = operator
      const index = place % size
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
  const { name } = await expectRefusal(tryAnchor(operator, from, to, proof))
  expect(name).toBe('LogInconsistentProof')
}

/** Asks isIncluded about entry `index` with its proof, claiming it is at `position`. */
async function askIsIncluded(operator: Operator, head: Head, index: bigint, place: bigint) {
  const { address, log } = operator
  const leaf = `0x${distinct(index, index + 1n).toString('hex')}`
  const proof = inclusionPath(distinct, index, head.size)
  const call = log.isIncluded(address, head.size, head.root, leaf, place, proof)
  const answer = await call.catch(() => undefined)
  return answer ?? (await expectRefusal(call)).name
}

/** Returns the tree with one entry changed. */
function withOneEntryChanged(tree: RangeRoot, index: bigint): RangeRoot {
  const other = createHash('sha256').update('forged').digest()
  const forged = treeOf((at) => (at === index ? other : tree(at, at + 1n)))
  return (start, end) => (index >= start && index < end ? forged(start, end) : tree(start, end))
}
