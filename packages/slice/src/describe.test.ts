import { expect, test } from '@jest/globals'
import { defineSlice, describeSlice, type SliceDescription } from './describe.ts'

const DESCRIPTION: SliceDescription = {
  id: 'documents',
  contract: 1,
  paths: ['/', '/sign/:token'],
  nav: [],
  fills: [],
}

test('a description contains all given fields', () => {
  expect(describeSlice(DESCRIPTION)).toEqual(DESCRIPTION)
})

test.each([
  [{ id: 'My Slice' }, 'lower-case'],
  [{ paths: ['certify'] }, 'must start with /'],
])('rejects %j', (change, reason) => {
  expect(() => describeSlice({ ...DESCRIPTION, ...change })).toThrow(reason)
})

test('a slice states the current contract version', () => {
  expect(defineSlice({ routes: [], fills: {} }).contract).toBe(1)
})
