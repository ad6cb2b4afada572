import { afterAll, expect, test } from '@jest/globals'
import { ZeroAddress, ZeroHash } from 'ethers'
import { waitUntilMined } from '../mined.ts'
import { anchor, anchorFirst, simulateAnchor } from '../testing/anchoring.ts'
import {
  connectTestChain,
  createOperator,
  expectCustomError,
  type Operator,
} from '../testing/chain.ts'
import { consistencyPath, EMPTY, type Head, headAt, headHash } from '../testing/heads.ts'
import { numberedTree } from '../testing/reference-tree.ts'

const CLOSED = `0x${'1'.padStart(64, '0')}`
const provider = connectTestChain()
const tree = numberedTree()
afterAll(() => provider.destroy())

/** Creates an old operator with a log of five entries, and a new one without any. */
async function setup() {
  const old = await createOperator(provider)
  const next = await createOperator(provider)
  const head = headAt(tree, 5n)
  await anchorFirst(old, head)
  return { old, next, head }
}

async function nameSuccessor(operator: Operator, to: string) {
  return waitUntilMined(provider, (await operator.log.nameSuccessor(to)).hash)
}

async function takeOver(operator: Operator, from: string, head: Head) {
  const transaction = await operator.log.takeOver(from, head.size, head.root)
  return waitUntilMined(provider, transaction.hash)
}

function simulateTakeOver(operator: Operator, from: string, head: Head): Promise<void> {
  return operator.log.takeOver.staticCall(from, head.size, head.root)
}

/** Creates a log that was handed over from `old` to `next`. */
async function setupHandedOver() {
  const { old, next, head } = await setup()
  await nameSuccessor(old, next.address)
  await takeOver(next, old.address, head)
  return { old, next, head }
}

test('moves the head to the named successor and closes the old log', async () => {
  const { old, next, head } = await setupHandedOver()
  expect(await old.log.headOf(next.address)).toBe(headHash(head))
  expect(await old.log.headOf(old.address)).toBe(CLOSED)
  expect(await old.log.successorOf(old.address)).toBe(next.address)
})

test('emits events for naming the successor and for the hand-over', async () => {
  const { old, next, head } = await setup()
  const receipts = [await nameSuccessor(old, next.address), await takeOver(next, old.address, head)]
  const events = receipts
    .flatMap((receipt) => receipt.logs)
    .map((log) => old.log.interface.parseLog(log))
  expect(events.map((event) => [event?.name, ...(event?.args ?? [])])).toEqual([
    ['SuccessorNamed', old.address, next.address],
    ['HandedOver', old.address, next.address, 5n, head.root],
  ])
})

test('allows the successor to continue where the old operator stopped', async () => {
  const { next, head } = await setupHandedOver()
  const to = headAt(tree, 9n)
  await anchor(next, head, to, consistencyPath(tree, 5n, 9n))
  expect(await next.log.headOf(next.address)).toBe(headHash(to))
})

test('allows the old operator to anchor until the hand-over, which then requires the new head', async () => {
  const { old, next, head } = await setup()
  await nameSuccessor(old, next.address)
  const later = headAt(tree, 6n)
  await anchor(old, head, later, consistencyPath(tree, 5n, 6n))
  expect(await expectCustomError(simulateTakeOver(next, old.address, head))).toEqual({
    name: 'LogStaleHead',
    values: [old.address, headHash(later), headHash(head)],
  })
  await takeOver(next, old.address, later)
  expect(await next.log.headOf(next.address)).toBe(headHash(later))
})

test('refuses any further action by the old operator, forever', async () => {
  const { old, next, head } = await setupHandedOver()
  const closed = { name: 'LogClosed', values: [old.address, next.address] }
  const proof = consistencyPath(tree, 5n, 9n)
  expect(await expectCustomError(simulateAnchor(old, head, headAt(tree, 9n), proof))).toEqual(
    closed,
  )
  expect(await expectCustomError(simulateAnchor(old, EMPTY, headAt(tree, 9n), []))).toEqual(closed)
  expect(await expectCustomError(old.log.nameSuccessor.staticCall(next.address))).toEqual(closed)
  expect(await expectCustomError(old.log.nameSuccessor.staticCall(ZeroAddress))).toEqual(closed)
  expect(
    await expectCustomError(old.log.isIncluded(old.address, 5n, head.root, ZeroHash, 0n, [])),
  ).toEqual(closed)
})

test('refuses to hand the same log over twice', async () => {
  const { old, next, head } = await setupHandedOver()
  expect(await expectCustomError(simulateTakeOver(next, old.address, head))).toEqual({
    name: 'LogClosed',
    values: [old.address, next.address],
  })
})

test('refuses a successor that was not named', async () => {
  const { old, next, head } = await setup()
  expect(await expectCustomError(simulateTakeOver(next, old.address, head))).toEqual({
    name: 'LogNotNamedSuccessor',
    values: [old.address, ZeroAddress, next.address],
  })
})

test('refuses a named successor after another one was named', async () => {
  const { old, next, head } = await setup()
  const other = await createOperator(provider)
  await nameSuccessor(old, next.address)
  await nameSuccessor(old, other.address)
  expect(await expectCustomError(simulateTakeOver(next, old.address, head))).toEqual({
    name: 'LogNotNamedSuccessor',
    values: [old.address, other.address, next.address],
  })
  await takeOver(other, old.address, head)
})

test('refuses a named successor after it was withdrawn', async () => {
  const { old, next, head } = await setup()
  await nameSuccessor(old, next.address)
  await nameSuccessor(old, ZeroAddress)
  expect(await expectCustomError(simulateTakeOver(next, old.address, head))).toEqual({
    name: 'LogNotNamedSuccessor',
    values: [old.address, ZeroAddress, next.address],
  })
})

test('refuses the old operator as its own successor', async () => {
  const { old, head } = await setup()
  await nameSuccessor(old, old.address)
  expect(await expectCustomError(simulateTakeOver(old, old.address, head))).toEqual({
    name: 'LogSuccessorNotEmpty',
    values: [old.address, headHash(head)],
  })
})

test('refuses a successor that created its own log after it was named', async () => {
  const { old, next, head } = await setup()
  await nameSuccessor(old, next.address)
  const own = headAt(tree, 2n)
  await anchorFirst(next, own)
  expect(await expectCustomError(simulateTakeOver(next, old.address, head))).toEqual({
    name: 'LogSuccessorNotEmpty',
    values: [next.address, headHash(own)],
  })
})

test('refuses a successor that has already taken over another log', async () => {
  const { old, next, head } = await setupHandedOver()
  const another = await createOperator(provider)
  await anchorFirst(another, head)
  await nameSuccessor(another, next.address)
  expect(old.address).not.toBe(another.address)
  expect(await expectCustomError(simulateTakeOver(next, another.address, head))).toEqual({
    name: 'LogSuccessorNotEmpty',
    values: [next.address, headHash(head)],
  })
})

test('refuses to hand over an empty log', async () => {
  const empty = await createOperator(provider)
  const next = await createOperator(provider)
  await nameSuccessor(empty, next.address)
  expect(await expectCustomError(simulateTakeOver(next, empty.address, EMPTY))).toEqual({
    name: 'LogStaleHead',
    values: [empty.address, ZeroHash, headHash(EMPTY)],
  })
})

test('refuses a closed operator as the successor, so a closed log is never reopened', async () => {
  const { old, next, head } = await setupHandedOver()
  await nameSuccessor(next, old.address)
  expect(await expectCustomError(simulateTakeOver(old, next.address, head))).toEqual({
    name: 'LogClosed',
    values: [old.address, next.address],
  })
})

test('can be handed over repeatedly', async () => {
  const { next, head } = await setupHandedOver()
  const third = await createOperator(provider)
  await nameSuccessor(next, third.address)
  await takeOver(third, next.address, head)
  await anchor(third, head, headAt(tree, 6n), consistencyPath(tree, 5n, 6n))
  expect(await third.log.headOf(next.address)).toBe(CLOSED)
  expect(await third.log.successorOf(next.address)).toBe(third.address)
})
