import { expect, test } from '@jest/globals'
import { headsWith } from '../testing/heads.ts'
import { progressOf } from './progress.ts'

test('an entry not yet covered by the signed state is received', () => {
  expect(progressOf(5, headsWith({ logged: 5 }))).toEqual({ step: 'received' })
})

test('an entry covered by the signed state is in the public record', () => {
  expect(progressOf(4, headsWith({ logged: 5 }))).toEqual({ step: 'logged', isSent: false })
})

test('reports a pending transaction only if it covers the entry', () => {
  const heads = headsWith({ logged: 6, pending: 5 })
  expect(progressOf(4, heads)).toEqual({ step: 'logged', isSent: true })
  expect(progressOf(5, heads)).toEqual({ step: 'logged', isSent: false })
})

test('an anchored entry counts confirmations and becomes final at the required number', () => {
  const pending = headsWith({ logged: 5, anchored: 5, confirmations: 1 })
  expect(progressOf(4, pending)).toEqual({ step: 'anchored', confirmations: 1, required: 2 })
  const confirmed = headsWith({ logged: 5, anchored: 5, confirmations: 2 })
  expect(progressOf(4, confirmed)).toEqual({ step: 'final', confirmations: 2 })
})

test('a newer anchor that awaits confirmations does not change a final entry', () => {
  const newer = headsWith({ logged: 9, anchored: 9, confirmations: 1, settled: 5 })
  expect(progressOf(4, newer)).toEqual({ step: 'final', confirmations: 2 })
  expect(progressOf(7, newer)).toMatchObject({ step: 'anchored' })
})
