import { leafHash, verifyConsistency } from '@inkproof/proof/tree'
import { expect, test } from '@jest/globals'
import { type Attempt, attemptsToRemove } from './forge.ts'

const leaves = Array.from({ length: 11 }, (_, index) => leafHash(Uint8Array.of(index)))

function setup(index = 4): Record<Attempt['id'], Attempt> {
  const attempts = attemptsToRemove(leaves, index)
  return Object.fromEntries(attempts.map((attempt) => [attempt.id, attempt])) as Record<
    Attempt['id'],
    Attempt
  >
}

test('the honest extension is consistent with the anchored state', () => {
  const { honest } = setup()
  expect(honest.next.size).toBe(12n)
  verifyConsistency(
    honest.old.size,
    honest.next.size,
    honest.old.root,
    honest.next.root,
    honest.proof,
  )
})

test('the refilled record is longer and has a proof of the right length that does not verify', () => {
  const { honest, replace } = setup()
  expect(replace.next.size).toBe(12n)
  expect(replace.proof).toHaveLength(honest.proof.length)
  expect(() =>
    verifyConsistency(
      replace.old.size,
      replace.next.size,
      replace.old.root,
      replace.next.root,
      replace.proof,
    ),
  ).toThrow()
})

test('the shortened record lacks one entry', () => {
  const { remove, 'start-over': startOver } = setup()
  expect([remove.old.size, remove.next.size]).toEqual([11n, 10n])
  expect(startOver.old.size).toBe(0n)
  expect(startOver.next.root).toEqual(remove.next.root)
})

test.each([0, 10])('removes entry %i, at either end of the record', (index) => {
  expect(setup(index).remove.next.size).toBe(10n)
})

test('a record of one entry can be emptied without an error', () => {
  const [remove] = attemptsToRemove(leaves.slice(0, 1), 0)
  expect(remove?.next.size).toBe(0n)
})
