import { afterAll, expect, test } from '@jest/globals'
import { AbiCoder, keccak256, ZeroHash } from 'ethers'
import { anchor, anchorFirst, simulateAnchor } from '../testing/anchoring.ts'
import { connectTestChain, createOperator, expectCustomError } from '../testing/chain.ts'
import { consistencyPath, EMPTY, flipBit, type Head, headAt, headHash } from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'

const provider = connectTestChain()
const tree = numberedTree()
const rewritten = numberedTree('rewritten')
afterAll(() => provider.destroy())

/** Creates an operator whose log has `size` entries; 0 for one that never anchored. */
async function setup({ size = 5n }: { size?: bigint } = {}) {
  const operator = await createOperator(provider)
  const head = size === 0n ? EMPTY : headAt(tree, size)
  if (size > 0n) await anchorFirst(operator, head)
  return { operator, head }
}

test('stores the hash of the ABI-encoded size and root as the head', async () => {
  const { operator, head } = await setup()
  const encoded = AbiCoder.defaultAbiCoder().encode(['uint64', 'bytes32'], [5n, head.root])
  expect(await operator.log.headOf(operator.address)).toBe(keccak256(encoded))
})

test('has no head for an operator who never anchored', async () => {
  const { operator } = await setup({ size: 0n })
  expect(await operator.log.headOf(operator.address)).toBe(ZeroHash)
})

test('emits one event per anchor, with operator, size and root', async () => {
  const { operator, head } = await setup()
  const to = headAt(tree, 9n)
  const receipt = await anchor(operator, head, to, consistencyPath(tree, 5n, 9n))
  const events = receipt.logs.map((log) => operator.log.interface.parseLog(log))
  expect(events.map((event) => [event?.name, ...(event?.args ?? [])])).toEqual([
    ['Anchored', operator.address, 9n, to.root],
  ])
  expect(await operator.log.headOf(operator.address)).toBe(headHash(to))
})

test('grows step by step, across full and partial trees', async () => {
  const { operator } = await setup({ size: 0n })
  const sizes = [1n, 2n, 3n, 4n, 7n, 8n, 9n, 16n, 23n, 64n, 65n, 300n]
  let head: Head = EMPTY
  for (const size of sizes) {
    const to = headAt(tree, size)
    const proof = head.size === 0n ? [] : consistencyPath(tree, head.size, size)
    await anchor(operator, head, to, proof)
    head = to
  }
  expect(await operator.log.headOf(operator.address)).toBe(headHash(head))
})

test('refuses a rewritten log with a proof from the rewritten tree', async () => {
  const { operator, head } = await setup()
  const forged = headAt(rewritten, 9n)
  const error = await expectCustomError(
    simulateAnchor(operator, head, forged, consistencyPath(rewritten, 5n, 9n)),
  )
  expect(error).toEqual({
    name: 'LogInconsistentProof',
    values: [head.root, headAt(rewritten, 5n).root, forged.root, forged.root],
  })
})

test('refuses a rewritten log with a proof from the original tree', async () => {
  const { operator, head } = await setup()
  const forged = headAt(rewritten, 9n)
  const error = await expectCustomError(
    simulateAnchor(operator, head, forged, consistencyPath(tree, 5n, 9n)),
  )
  expect(error).toEqual({
    name: 'LogInconsistentProof',
    values: [head.root, head.root, forged.root, headAt(tree, 9n).root],
  })
})

test('refuses a rewritten tree that extends a full old tree', async () => {
  const { operator, head } = await setup({ size: 4n })
  const forged = headAt(rewritten, 8n)
  const error = await expectCustomError(
    simulateAnchor(operator, head, forged, consistencyPath(rewritten, 4n, 8n)),
  )
  expect(error.name).toBe('LogInconsistentProof')
})

test('refuses to shrink, even to an earlier size', async () => {
  const { operator, head } = await setup()
  const error = await expectCustomError(
    simulateAnchor(operator, head, headAt(tree, 3n), consistencyPath(tree, 3n, 5n)),
  )
  expect(error).toEqual({ name: 'LogSizeMustGrow', values: [5n, 3n] })
})

test('refuses an equal size, with the same or a different root', async () => {
  const { operator, head } = await setup()
  const other = { size: 5n, root: headAt(rewritten, 5n).root }
  for (const to of [head, other]) {
    const error = await expectCustomError(simulateAnchor(operator, head, to, []))
    expect(error).toEqual({ name: 'LogSizeMustGrow', values: [5n, 5n] })
  }
})

test('refuses to return to the empty log', async () => {
  const { operator, head } = await setup()
  const error = await expectCustomError(simulateAnchor(operator, head, EMPTY, []))
  expect(error).toEqual({ name: 'LogSizeMustGrow', values: [5n, 0n] })
})

test('refuses an outdated head as the old head', async () => {
  const { operator, head } = await setup()
  const next = headAt(tree, 6n)
  await anchor(operator, head, next, consistencyPath(tree, 5n, 6n))
  const error = await expectCustomError(
    simulateAnchor(operator, head, headAt(tree, 7n), consistencyPath(tree, 5n, 7n)),
  )
  expect(error).toEqual({
    name: 'LogStaleHead',
    values: [operator.address, headHash(next), headHash(head)],
  })
})

test('refuses the right root with a wrong size, and the right size with a wrong root', async () => {
  const { operator, head } = await setup()
  const wrongHeads = [
    { size: 4n, root: head.root },
    { size: 5n, root: flipBit(head.root, 255) },
  ]
  for (const wrong of wrongHeads) {
    const error = await expectCustomError(
      simulateAnchor(operator, wrong, headAt(tree, 9n), consistencyPath(tree, 5n, 9n)),
    )
    expect(error).toEqual({
      name: 'LogStaleHead',
      values: [operator.address, headHash(head), headHash(wrong)],
    })
  }
})

test('refuses a first anchor when the log already has a head', async () => {
  const { operator, head } = await setup()
  const error = await expectCustomError(simulateAnchor(operator, EMPTY, headAt(tree, 9n), []))
  expect(error).toEqual({
    name: 'LogStaleHead',
    values: [operator.address, headHash(head), ZeroHash],
  })
})

test('refuses an old head from an operator without one', async () => {
  const { operator } = await setup({ size: 0n })
  const heads = [headAt(tree, 5n), { size: 0n, root: headAt(tree, 5n).root }]
  for (const head of heads) {
    const error = await expectCustomError(
      simulateAnchor(operator, head, headAt(tree, 9n), consistencyPath(tree, 5n, 9n)),
    )
    expect(error).toEqual({
      name: 'LogStaleHead',
      values: [operator.address, ZeroHash, headHash(head)],
    })
  }
})

test('refuses an empty log as the first anchor', async () => {
  const { operator } = await setup({ size: 0n })
  const error = await expectCustomError(simulateAnchor(operator, EMPTY, EMPTY, []))
  expect(error).toEqual({ name: 'LogSizeMustGrow', values: [0n, 0n] })
})

test('refuses proof nodes in the first anchor, which extends nothing', async () => {
  const { operator } = await setup({ size: 0n })
  const error = await expectCustomError(
    simulateAnchor(operator, EMPTY, headAt(tree, 5n), [ZeroHash]),
  )
  expect(error).toEqual({ name: 'LogProofLength', values: [1n, 0n] })
})

test('keeps the logs of two operators separate', async () => {
  const { operator, head } = await setup()
  const { operator: other } = await setup({ size: 0n })
  const error = await expectCustomError(
    simulateAnchor(other, head, headAt(tree, 9n), consistencyPath(tree, 5n, 9n)),
  )
  expect(error.name).toBe('LogStaleHead')
  await anchorFirst(other, headAt(rewritten, 2n))
  expect(await operator.log.headOf(operator.address)).toBe(headHash(head))
})

test('accepts a first head of the maximum size with any root, even zero', async () => {
  const { operator } = await setup({ size: 0n })
  const largest = { size: 2n ** 64n - 1n, root: ZeroHash }
  await anchorFirst(operator, largest)
  expect(await operator.log.headOf(operator.address)).toBe(headHash(largest))
  const error = await expectCustomError(simulateAnchor(operator, largest, largest, []))
  expect(error.name).toBe('LogSizeMustGrow')
})
