import { expect, test } from '@jest/globals'
import { type Bookmark, listBookmarks } from './contents.ts'

const bookmark = (title: string, items: Bookmark[] = [], dest: unknown = 'there'): Bookmark => ({
  title,
  dest,
  items,
})
const titlesOf = (bookmarks: Bookmark[] | null) =>
  listBookmarks(bookmarks).map(({ level, title }) => `${level} ${title}`)

test('lists two levels in their order', () => {
  const section = bookmark('Rent', [bookmark('Deposit')])
  expect(titlesOf([bookmark('Lease', [section]), bookmark('Rules')])).toEqual([
    '0 Lease',
    '1 Rent',
    '0 Rules',
  ])
  expect(titlesOf(null)).toEqual([])
})

test('leaves out bookmarks without a title or a destination, but not what is below them', () => {
  const rent = bookmark('Rent')
  expect(titlesOf([bookmark(' \n\u0000', [rent]), bookmark('Web', [], null)])).toEqual(['1 Rent'])
})

test('shows a title in one line', () => {
  expect(titlesOf([bookmark(' Part\r\n\tone ')])).toEqual(['0 Part one'])
})

test('lists at most 200', () => {
  const many = Array.from({ length: 300 }, (_, index) => bookmark(`${index}`))
  expect(titlesOf(many)).toHaveLength(200)
  expect(titlesOf([bookmark('All', many)])).toHaveLength(200)
})
