import { expect, test } from '@jest/globals'
import { calculateFees } from './fees.ts'

const GWEI = 1_000_000_000n

test('offers twice the base fee, so that the next blocks do not price the transaction out', () => {
  expect(calculateFees(10n * GWEI, 100)).toEqual({ maxFeeWei: 21n * GWEI, priorityFeeWei: GWEI })
})

test('never offers more than the cap', () => {
  expect(calculateFees(80n * GWEI, 100).maxFeeWei).toBe(100n * GWEI)
})

test('throws if the base fee and the priority fee together exceed the cap', () => {
  expect(() => calculateFees(100n * GWEI, 100)).toThrow(
    'anchoring needs 101 gwei per gas, above the cap of 100',
  )
})

test('a replacement raises both fees by at least a tenth, as nodes require', () => {
  const replaced = { maxFeeWei: 21n * GWEI, priorityFeeWei: GWEI }
  const fees = calculateFees(GWEI, 100, replaced)
  expect(fees.maxFeeWei * 10n).toBeGreaterThanOrEqual(replaced.maxFeeWei * 11n)
  expect(fees.priorityFeeWei * 10n).toBeGreaterThanOrEqual(replaced.priorityFeeWei * 11n)
})

test('refuses a replacement that would exceed the cap', () => {
  const replaced = { maxFeeWei: 95n * GWEI, priorityFeeWei: GWEI }
  expect(() => calculateFees(GWEI, 100, replaced)).toThrow('above the cap of 100')
})
