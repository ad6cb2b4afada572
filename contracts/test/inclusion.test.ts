import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hexlify, ZeroHash } from 'ethers'
import { anchor, anchorFirst } from '../testing/anchoring.ts'
import {
  connectTestChain,
  createOperator,
  expectCustomError,
  type Operator,
} from '../testing/chain.ts'
import {
  consistencyPath,
  flipBit,
  type Head,
  headAt,
  headHash,
  inclusionPath,
} from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'

const SIZE = 11n
const provider = connectTestChain()
const tree = numberedTree()
const head = headAt(tree, SIZE)
let operator: Operator
beforeAll(async () => {
  operator = await createOperator(provider)
  await anchorFirst(operator, head)
})
afterAll(() => provider.destroy())

function leaf(index: bigint): string {
  return hexlify(tree(index, index + 1n))
}

function callIsIncluded(
  { size, root }: Head,
  leafHash: string,
  index: bigint,
  proof: readonly string[],
) {
  return operator.log.isIncluded(operator.address, size, root, leafHash, index, [...proof])
}

test('confirms every entry of the log', async () => {
  for (let index = 0n; index < SIZE; index++) {
    expect(await callIsIncluded(head, leaf(index), index, inclusionPath(tree, index, SIZE))).toBe(
      true,
    )
  }
})

test('confirms the only entry of a log, with an empty proof', async () => {
  const single = await createOperator(provider)
  const { root } = headAt(tree, 1n)
  await anchorFirst(single, { size: 1n, root })
  expect(await single.log.isIncluded(single.address, 1n, root, leaf(0n), 0n, [])).toBe(true)
  expect(await single.log.isIncluded(single.address, 1n, root, leaf(1n), 0n, [])).toBe(false)
})

test('returns false for a different entry, node or position', async () => {
  const proof = inclusionPath(tree, 4n, SIZE)
  expect(await callIsIncluded(head, leaf(5n), 4n, proof)).toBe(false)
  expect(await callIsIncluded(head, leaf(4n), 5n, proof)).toBe(false)
  for (let node = 0; node < proof.length; node++) {
    const changed = proof.map((hash, i) => (i === node ? flipBit(hash, 7) : hash))
    expect(await callIsIncluded(head, leaf(4n), 4n, changed)).toBe(false)
  }
})

test('refuses an index beyond the log', async () => {
  for (const index of [SIZE, 2n ** 64n - 1n]) {
    expect(
      await expectCustomError(callIsIncluded(head, leaf(0n), index, inclusionPath(tree, 0n, SIZE))),
    ).toEqual({
      name: 'LogIndexOutOfRange',
      values: [index, SIZE],
    })
  }
})

test('refuses a proof that is too short or too long and reports the required length', async () => {
  const proof = inclusionPath(tree, 4n, SIZE)
  const wrong = [[], proof.slice(1), proof.slice(0, -1), [...proof, ZeroHash], [ZeroHash, ...proof]]
  for (const nodes of wrong) {
    expect(await expectCustomError(callIsIncluded(head, leaf(4n), 4n, nodes))).toEqual({
      name: 'LogProofLength',
      values: [BigInt(nodes.length), BigInt(proof.length)],
    })
  }
})

test('refuses a head that is not the current one, whether outdated or invented', async () => {
  const moved = await createOperator(provider)
  const later = headAt(tree, 12n)
  await anchorFirst(moved, head)
  await anchor(moved, head, later, consistencyPath(tree, SIZE, 12n))
  for (const old of [head, { size: 12n, root: head.root }]) {
    const call = moved.log.isIncluded(moved.address, old.size, old.root, leaf(4n), 4n, [])
    expect(await expectCustomError(call)).toEqual({
      name: 'LogStaleHead',
      values: [moved.address, headHash(later), headHash(old)],
    })
  }
})

test('refuses any call for an empty log, even with all arguments zero', async () => {
  const empty = await createOperator(provider)
  const call = empty.log.isIncluded(empty.address, 0n, ZeroHash, ZeroHash, 0n, [])
  expect((await expectCustomError(call)).name).toBe('LogStaleHead')
})
