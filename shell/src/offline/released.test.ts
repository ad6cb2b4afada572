import { createHash } from 'node:crypto'
import type { PublishedSlice } from '@inkproof/slice'
import { expect, test } from '@jest/globals'
import { isKnown, isReleased, type Released, releaseName } from './released.ts'

const CODE = 'export const one = 1'
const HASH = `sha256-${createHash('sha256').update(CODE).digest('base64')}`
const BASE = '/slices/mfe-x/2.0.0'

const released: Released = {
  shell: 'abc',
  files: { '/static/shell.js': HASH },
  registry: {
    schema: 1,
    site: {},
    slices: [
      { package: 'mfe-x', version: '2.0.0', integrity: { [`${BASE}/entry.js`]: HASH } },
    ] as unknown as PublishedSlice[],
  },
}

const createResponse = (body: string, type = 'text/javascript', status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

test('identifies a release by the shell and every slice', () => {
  expect(releaseName('abc', released.registry)).toBe('abc mfe-x@2.0.0')
})

test.each([`${BASE}/entry.js`, '/static/shell.js'])('caches %s as released', async (path) => {
  expect(await isReleased(path, createResponse(CODE), released)).toBe(true)
})

test.each([
  ['a truncated file', `${BASE}/entry.js`, createResponse(CODE.slice(0, 5))],
  ['an error response', `${BASE}/entry.js`, createResponse(CODE, 'text/javascript', 404)],
  ['a script of another version', '/slices/mfe-x/1.0.0/entry.js', createResponse(CODE)],
  ['an unreleased script', `${BASE}/other.js`, createResponse(CODE)],
  ['a page in place of a font', `${BASE}/a.woff2`, createResponse('<!doctype html>', 'text/html')],
])('does not cache %s', async (_, path, response) => {
  expect(await isReleased(path, response, released)).toBe(false)
})

test('caches fonts and pictures of the released version only', () => {
  expect(isKnown(`${BASE}/a.woff2`, released)).toBe(true)
  expect(isKnown('/slices/mfe-x/1.0.0/a.woff2', released)).toBe(false)
})
