/** Files that try to crash a reader or to exhaust its time or memory. Each ends in a code or a result, soon. */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { UnusablePdf } from './errors.ts'
import { inspect } from './inspect.ts'
import { prepare } from './prepare.ts'
import { buildPdf, deflatedStream, type Objects } from './testing/build-pdf.ts'
import { compressedPdf, sampleObjects, samplePdf } from './testing/sample-pdfs.ts'

/** Far above what each takes, but also far below what an attack would take. */
const LIMIT_MS = 5000
const MEGABYTE = 2 ** 20

const withObjects = (objects: Objects) => buildPdf({ ...sampleObjects(), ...objects })
/** 200 MB of zeros, compressed to 0.9 MB. */
const ZEROS = deflateSync(Buffer.alloc(200 * MEGABYTE), { level: 1 })
const bomb = (entries: string) => withObjects({ 1000: deflatedStream(ZEROS, entries) })

const REFUSED: [string, () => Uint8Array, string][] = [
  ['no bytes', () => new Uint8Array(), 'unreadable'],
  ['random bytes', () => randomBytes(MEGABYTE), 'unreadable'],
  ['a header alone', () => Buffer.from('%PDF-1.7\n'), 'unreadable'],
  ['half of a file', () => samplePdf().subarray(0, 500), 'unreadable'],
  ['a file without its end', () => samplePdf().subarray(0, -100), 'unreadable'],
  ['half of a file with object streams', () => compressedPdf().subarray(0, 500), 'unreadable'],
  ['nested arrays', () => samplePdf({ page: `/X ${'['.repeat(1e6)}` }), 'unreadable'],
  ['nested dictionaries', () => samplePdf({ page: `/X ${'<</A '.repeat(1e5)}` }), 'unreadable'],
  ['a brace in a dictionary', () => samplePdf({ page: '/X{ 1' }), 'unreadable'],
  ['a parenthesis in an array', () => samplePdf({ page: '/X [ ) ]' }), 'unreadable'],
  ['a brace in an object stream', () => compressedPdf({ page: '/X{ 1' }), 'unreadable'],
  ['an endless string', () => Buffer.from(`%PDF-1.7\n1 0 obj ${'('.repeat(1e6)}`), 'unreadable'],
  ['an object stream of 200 MB', () => bomb('/Type /ObjStm /N 1 /First 4'), 'unreadable'],
  ['such a stream, disguised', () => bomb('/Type /#4fbjStm /N 1 /First 4'), 'unreadable'],
  [
    'an object stream with two filters',
    () =>
      withObjects({ 1000: '<< /Type /ObjStm /Filter [/FlateDecode /FlateDecode] >>\nstream\n' }),
    'unreadable',
  ],
  [
    'a page tree that is a cycle',
    () =>
      withObjects({
        2: '<< /Type /Pages /Count 1 /Kids [1000 0 R] >>',
        1000: '<< /Type /Pages /Count 1 /Kids [2 0 R] >>',
      }),
    'no-pages',
  ],
  [
    'a page tree of 20,000 levels',
    () => {
      const level = (kid: number) => `<< /Type /Pages /Count 1 /Kids [${kid} 0 R] >>`
      const levels = Array.from({ length: 20_000 }, (_, index) => [
        1000 + index,
        level(1001 + index),
      ])
      return withObjects({ ...Object.fromEntries(levels), 2: level(1000), 21000: level(4) })
    },
    'unreadable',
  ],
  [
    'one page 100,000 times',
    () =>
      withObjects({ 2: `<< /Type /Pages /Count 100000 /Kids [${'4 0 R '.repeat(100_000)}] >>` }),
    'unreadable',
  ],
  ['600,000 objects', () => Buffer.from('1 0 obj<<>>endobj\n'.repeat(600_000)), 'unreadable'],
  ['a catalog without pages', () => buildPdf({ 1: '<< /Type /Catalog >>' }), 'no-pages'],
  ['a catalog that is an array', () => buildPdf({ 1: '[1]' }), 'unreadable'],
]

test.each(REFUSED)('%s: refused', async (_, make, code) => {
  const file = make()
  const start = performance.now()
  await expect(inspect(file)).rejects.toMatchObject({ name: 'UnusablePdf', code })
  expect(performance.now() - start).toBeLessThan(LIMIT_MS)
})

const HARMLESS: [string, () => Uint8Array][] = [
  [
    'a stream with a huge length',
    () => withObjects({ 5: '<< /Length 99999999999 >>\nstream\nq\nendstream' }),
  ],
  [
    'a stream whose length is itself',
    () => withObjects({ 5: '<< /Length 5 0 R >>\nstream\nq\nendstream' }),
  ],
  ['a page that is its own parent', () => samplePdf({ page: '/Parent 4 0 R' })],
  [
    'a page tree that contains itself',
    () =>
      withObjects({ 2: '<< /Type /Pages /Count 1 /Kids [2 0 R 4 0 R] /MediaBox [0 0 99 99] >>' }),
  ],
  [
    'a field that is its own kid and parent',
    () =>
      samplePdf({
        catalog: '/AcroForm << /Fields [1000 0 R] /NeedAppearances true >>',
        objects: { 1000: '<< /FT /Tx /T (a) /Kids [1000 0 R] /Parent 1000 0 R >>' },
      }),
  ],
  [
    'references in a cycle',
    () => samplePdf({ page: '/Annots 1000 0 R', objects: { 1000: '1001 0 R', 1001: '1000 0 R' } }),
  ],
  [
    'resources that contain themselves',
    () => samplePdf({ page: '/Resources 1000 0 R', objects: { 1000: '<< /XObject 1000 0 R >>' } }),
  ],
  ['a content stream of 200 MB', () => withObjects({ 5: deflatedStream(ZEROS) })],
]

test.each(HARMLESS)('%s: prepared', async (_, make) => {
  const file = make()
  const start = performance.now()
  await prepare(file, { signers: [[]], preparedAt: new Date(0) })
  expect(performance.now() - start).toBeLessThan(LIMIT_MS)
})

test.each([
  ['classic', samplePdf()],
  ['compressed', compressedPdf()],
])('a %s file with changed bytes ends in a code or a prepared file', async (_, file) => {
  const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const damaged = file.slice()
      for (const [at, value] of changes) damaged[at] = value
      const error = await inspect(damaged).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error === undefined || error instanceof UnusablePdf).toBe(true)
    }),
    { numRuns: 150 },
  )
})
