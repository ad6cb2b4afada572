import type { PublishedSlice } from '@inkproof/slice/describe'
import { expect, test } from '@jest/globals'
import { earlyPages } from './early.ts'

function slice(id: string, change: Partial<PublishedSlice>): PublishedSlice {
  const entry = `/slices/mfe-${id}/1/entry.js`
  return {
    id,
    contract: 1,
    package: `mfe-${id}`,
    name: `mfe_${id}`,
    version: '1',
    paths: [],
    nav: [],
    fills: [],
    requires: {},
    entry,
    preload: [],
    pages: {},
    integrity: { [entry]: 'sha256-x' },
    ...change,
  }
}

const SLICES = [
  slice('auth', { paths: ['/reset-password'], fills: ['user-menu'] }),
  slice('documents', {
    paths: ['/', '/sign/:token', '/certify'],
    preload: ['/slices/mfe-documents/1/slice.js'],
    pages: { certify: ['/slices/mfe-documents/1/certify.js'] },
  }),
]

const files = (html = '') =>
  [...html.matchAll(/href="[^"]*\/([^/"]*\/1\/[^"]*)"/g)].map(([, f]) => f)

test('every first segment preloads its slice and the one that fills the header', () => {
  const pages = earlyPages(SLICES)
  expect([...pages.keys()].sort()).toEqual([
    'certify',
    'home-page',
    'none',
    'reset-password',
    'sign',
  ])
  expect(files(pages.get('sign'))).toEqual([
    'mfe-documents/1/entry.js',
    'mfe-documents/1/slice.js',
    'mfe-auth/1/entry.js',
  ])
})

test('a chunk named after the segment is preloaded too', () => {
  expect(files(earlyPages(SLICES).get('certify'))).toContain('mfe-documents/1/certify.js')
})

test('an unknown address preloads only the header’s slice', () => {
  expect(files(earlyPages(SLICES).get('none'))).toEqual(['mfe-auth/1/entry.js'])
})

test('a preload has the hash, or the browser would fetch the file twice', () => {
  expect(earlyPages(SLICES).get('none')).toContain('crossorigin href=')
  expect(earlyPages(SLICES).get('none')).toContain('integrity="sha256-x"')
})
