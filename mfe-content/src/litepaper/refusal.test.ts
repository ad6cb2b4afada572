import type { LogAnchorError } from '@inkproof/proof/log-anchor-error'
import { expect, test } from '@jest/globals'
import { describeRefusal } from './refusal.ts'

const stale = (given: string): LogAnchorError => ({
  name: 'LogStaleHead',
  values: { operator: `0x${'1'.repeat(40)}`, head: `0x${'2'.repeat(64)}`, given },
  sentence: {
    message: 'The record on the chain is not at the given state ({given}).',
    values: { given },
  },
})

test('explains that a second first state is refused, without showing its root of zeros', () => {
  expect(describeRefusal(stale(`0x${'0'.repeat(64)}`))).toBe(
    'This record already has a first state on the blockchain, so the contract refuses a second one.',
  )
})

test('explains that a state is outdated', () => {
  expect(describeRefusal(stale(`0x${'3'.repeat(64)}`))).toMatch(/changed in the meantime/)
})

test('for a refusal other than LogStaleHead, shows the contract’s sentence', () => {
  const refusal = {
    name: 'LogSizeMustGrow',
    values: {},
    sentence: { message: 'The record can only grow.', values: {} },
  }
  expect(describeRefusal(refusal)).toBe('The record can only grow.')
})
