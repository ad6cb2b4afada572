import { createHash } from 'node:crypto'
import type { PublishedSlice } from '@inkproof/slice'
import { expect, test } from '@jest/globals'
import { isKnown, isReleased, type Released, releaseName } from './released.ts'

const CODE = 'export const one = 1'
const HASH = `sha256-${createHash('sha256').update(CODE).digest('base64')}`
const AT = '/slices/mfe-x/2.0.0'

const released: Released = {
  shell: 'abc',
  files: { '/static/shell.js': HASH },
  registry: {
    schema: 1,
    site: {},
    slices: [
      { package: 'mfe-x', version: '2.0.0', integrity: { [`${AT}/entry.js`]: HASH } },
    ] as unknown as PublishedSlice[],
  },
}

const answer = (body: string, type = 'text/javascript', status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

test('identifies a release by the shell and every slice', () => {
  expect(releaseName('abc', released.registry)).toBe('abc mfe-x@2.0.0')
})

test.each([`${AT}/entry.js`, '/static/shell.js'])('caches %s as released', async (path) => {
  expect(await isReleased(path, answer(CODE), released)).toBe(true)
})

test.each([
  ['a file that was cut off', `${AT}/entry.js`, answer(CODE.slice(0, 5))],
  ['a refusal', `${AT}/entry.js`, answer(CODE, 'text/javascript', 404)],
  ['a script of another version', '/slices/mfe-x/1.0.0/entry.js', answer(CODE)],
  ['a script that nobody released', `${AT}/other.js`, answer(CODE)],
  ['a page in place of a font', `${AT}/a.woff2`, answer('<!doctype html>', 'text/html')],
])('does not keep %s', async (_, path, given) => {
  expect(await isReleased(path, given, released)).toBe(false)
})

test('caches fonts and pictures of the released version only', () => {
  expect(isKnown(`${AT}/a.woff2`, released)).toBe(true)
  expect(isKnown('/slices/mfe-x/1.0.0/a.woff2', released)).toBe(false)
})
