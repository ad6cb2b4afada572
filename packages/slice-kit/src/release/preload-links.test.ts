import type { PublishedSlice } from '@inkproof/slice/describe'
import { expect, test } from '@jest/globals'
import { preloadsBySegment } from './preload-links.ts'

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

const preloadedFiles = (html = '') =>
  [...html.matchAll(/href="[^"]*\/([^/"]*\/1\/[^"]*)"/g)].map(([, file]) => file)

test('each first path segment preloads its own slice and the slice with the user menu', () => {
  const pages = preloadsBySegment(SLICES)
  expect([...pages.keys()].sort()).toEqual([
    'certify',
    'home-page',
    'none',
    'reset-password',
    'sign',
  ])
  expect(preloadedFiles(pages.get('sign'))).toEqual([
    'mfe-documents/1/entry.js',
    'mfe-documents/1/slice.js',
    'mfe-auth/1/entry.js',
  ])
})

test('a chunk named after the segment is preloaded too', () => {
  expect(preloadedFiles(preloadsBySegment(SLICES).get('certify'))).toContain(
    'mfe-documents/1/certify.js',
  )
})

test('a page’s own chunk has a lower priority than what must run before it', () => {
  const links =
    preloadsBySegment(SLICES)
      .get('certify')
      ?.match(/<link [^>]*>/g) ?? []
  expect(links.map((link) => [/([a-z]+)\.js/.exec(link)?.[1], link.includes('="low"')])).toEqual([
    ['entry', false],
    ['slice', false],
    ['certify', true],
    ['entry', false],
  ])
})

test('an unknown path preloads only the slice with the user menu', () => {
  expect(preloadedFiles(preloadsBySegment(SLICES).get('none'))).toEqual(['mfe-auth/1/entry.js'])
})

test('a preload carries the integrity hash, so that the browser does not fetch the file twice', () => {
  expect(preloadsBySegment(SLICES).get('none')).toContain('crossorigin href=')
  expect(preloadsBySegment(SLICES).get('none')).toContain('integrity="sha256-x"')
})
