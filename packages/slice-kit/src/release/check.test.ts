import { expect, test } from '@jest/globals'
import { findIncompatibilities, findSegmentConflicts } from './check.ts'

const PROVIDES = { contract: 1, packages: { react: '19.3.1', zustand: '5.1.0' } }
const compatible = { contract: 1 as const, requires: { react: '^19.3.0', zustand: '^5.0.0' } }

test('a slice is compatible with a shell whose packages satisfy its version ranges', () => {
  expect(findIncompatibilities(compatible, PROVIDES)).toEqual([])
})

test.each([
  ['an older package', { react: '^19.4.0' }, 'needs react ^19.4.0, the shell provides 19.3.1'],
  ['another major version', { zustand: '^6.0.0' }, 'needs zustand ^6.0.0'],
  ['no such package', { idb: '^8.0.0' }, 'needs idb ^8.0.0, the shell provides none'],
])('refuses a slice where the shell provides %s', (_, requires, reason) => {
  expect(findIncompatibilities({ ...compatible, requires }, PROVIDES).join()).toContain(reason)
})

test('refuses a slice written for another contract', () => {
  const later = { ...compatible, contract: 2 as unknown as 1 }
  expect(findIncompatibilities(later, PROVIDES)).toEqual([
    'was written for contract 2, the shell implements 1',
  ])
})

test('refuses a first segment that belongs to another slice', () => {
  const live = [{ package: 'mfe-content', id: 'content', paths: ['/blog/:id', '/about'] }]
  const slice = { package: 'mfe-documents', id: 'documents', paths: ['/', '/blog'] }
  expect(findSegmentConflicts(slice, live)).toEqual(['/blog/:id belongs to another slice'])
  expect(findSegmentConflicts({ ...slice, package: 'mfe-content' }, live)).toEqual([])
})

test('refuses an id that belongs to another package', () => {
  const live = [{ package: 'mfe-content', id: 'content', paths: ['/blog'] }]
  expect(
    findSegmentConflicts({ package: 'mfe-news', id: 'content', paths: ['/news'] }, live),
  ).toEqual(['the id "content" belongs to the slice mfe-content'])
})
