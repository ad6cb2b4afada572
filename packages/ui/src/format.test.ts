import { expect, test } from '@jest/globals'
import { initials, shortenAddress, splitIntoGroups, truncateEmail } from './format.ts'

test('keeps an e-mail address of 20 characters and truncates a longer one to 17 plus an ellipsis', () => {
  expect(truncateEmail('ada.love@example.org')).toBe('ada.love@example.org')
  expect(truncateEmail('ada.lovelace@example.org')).toBe('ada.lovelace@exam...')
})

test('shortens a wallet address to its first 6 and last 4 characters', () => {
  expect(shortenAddress('0x5FbDB2315678afecb367f032d93F642f64180aa3')).toBe('0x5FbD...0aa3')
  expect(shortenAddress('0x12')).toBe('0x12')
})

test('returns the first two letters of the display name as initials', () => {
  expect(initials('Ada Lovelace')).toBe('AD')
  expect(initials(' u')).toBe('U')
  expect(initials('')).toBe('')
})

test('does not split a surrogate pair', () => {
  expect(initials('𝒜da')).toBe('𝒜D')
})

test('splits a value into groups, the last of which may be shorter', () => {
  expect(splitIntoGroups('a1b2c3d4e5', 4)).toEqual(['a1b2', 'c3d4', 'e5'])
  expect(splitIntoGroups('', 4)).toEqual([])
})
