import { beforeAll, describe, expect, test } from '@jest/globals'
import { type AddSignatureOptions, addDocumentTimeStamp, addSignature } from './add-signature.ts'
import { inspect } from './inspect.ts'
import { formOf } from './pdf/form-fields.ts'
import { dictOf, numberOf } from './pdf/objects.ts'
import { open } from './pdf/open.ts'
import { annotationsOf, pagesOf } from './pdf/pages.ts'
import { certification, foreignPdf } from './testing/foreign-signatures.ts'
import { makePki, type TestPki } from './testing/make-pki.ts'
import { appearanceText, readFields } from './testing/read-pdf.ts'
import { encryptedPdf, samplePdf } from './testing/sample-pdfs.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const NAME = 'inkproof-0001'
const place = {
  page: 0,
  rectangle: { x: 60, y: 60, width: 200, height: 50 },
  picture: { lines: ['Jane Roe'] },
}

let pki: TestPki
let options: AddSignatureOptions
beforeAll(async () => {
  pki = await makePki({ now: () => NOW })
  options = { digitalId: await pki.issue('Jane Roe'), signedAt: NOW }
})

test('an invisible signature is appended, and listed after the existing one', async () => {
  const theirs = foreignPdf()
  const ours = await addSignature(theirs, options)
  expect(Buffer.from(ours.subarray(0, theirs.length)).equals(theirs)).toBe(true)
  const { signatures } = await inspect(ours)
  expect(signatures.map(({ field }) => field)).toEqual(['Theirs', NAME])
  const pdf = await open(ours)
  expect(annotationsOf(pdf, pagesOf(pdf)[0]?.dict as never)).toEqual([])
})

test('a visible signature has a picture on its page', async () => {
  const file = await addSignature(foreignPdf(), { ...options, place })
  const { pdf, widget } = (await readFields(file))[NAME] ?? {}
  expect(pdf && widget && appearanceText(pdf, widget)).toContain('Tj')
  expect(pdf && annotationsOf(pdf, pagesOf(pdf)[0]?.dict as never)).toHaveLength(1)
})

test('a visible signature shows an appearance stream, in a field of the given name', async () => {
  const picture = { appearance: Buffer.from('q\n0 0 9 9 re\nf\nQ\n') }
  const file = await addSignature(foreignPdf(), {
    ...options,
    field: 'ours',
    place: { ...place, picture },
  })
  const { pdf, widget } = (await readFields(file))['ours'] ?? {}
  expect(pdf && widget && appearanceText(pdf, widget)).toBe('q\n0 0 9 9 re\nf\nQ\n')
  const stamped = await addDocumentTimeStamp(file, pki.timeStamp, { field: 'stamp' })
  expect((await inspect(stamped)).signatures.map(({ field }) => field)).toContain('stamp')
})

test('a name that exists is refused', async () => {
  const existing = { ...options, field: 'Theirs' }
  await expect(addSignature(foreignPdf(), existing)).rejects.toMatchObject({
    code: 'unknown-field',
  })
})

test('further signatures and a time-stamp get further names', async () => {
  const twice = await addSignature(await addSignature(foreignPdf(), options), options)
  const stamped = await addDocumentTimeStamp(twice, pki.timeStamp)
  const { signatures } = await inspect(stamped)
  expect(signatures.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'Theirs signature',
    'inkproof-0001 signature',
    'inkproof-0002 signature',
    'inkproof-0003 document-time-stamp',
  ])
})

test('a name of ours neither begins with another nor is the beginning of one', async () => {
  const file = samplePdf({
    catalog: '/AcroForm << /Fields [1000 0 R 1001 0 R 1002 0 R] >>',
    objects: {
      1000: '<< /FT /Tx /T (ink) >>',
      1001: '<< /FT /Tx /T (ainkproof-00012) >>',
      1002: '<< /FT /Tx >>',
    },
  })
  const names = Object.keys(await readFields(await addSignature(file, options)))
  expect(names).toContain('ainkproof-0002')
})

test('a file without a form gets one', async () => {
  const pdf = await open(await addSignature(samplePdf(), options))
  expect(numberOf(pdf, formOf(pdf), 'SigFlags')).toBe(3)
  expect(dictOf(pdf, pdf.getCatalog(), 'AcroForm')).toBeDefined()
})

describe('a certified file', () => {
  const certified = foreignPdf({ signature: certification(2) })

  test('gets an invisible signature', async () => {
    await addSignature(certified, options)
  })

  test('gets no visible signature', async () => {
    await expect(addSignature(certified, { ...options, place })).rejects.toMatchObject({
      code: 'certified-invisible-only',
    })
  })

  test('without permitted changes is refused', async () => {
    const file = foreignPdf({ signature: certification(1) })
    await expect(addSignature(file, options)).rejects.toMatchObject({
      code: 'certified-no-changes',
    })
    await expect(addDocumentTimeStamp(file, pki.timeStamp)).rejects.toMatchObject({
      code: 'certified-no-changes',
    })
  })
})

test.each([
  ['on a page that does not exist', { ...place, page: 1 }, 'page-out-of-range'],
  [
    'without a height',
    { ...place, rectangle: { ...place.rectangle, height: 0 } },
    'rectangle-out-of-range',
  ],
  ['with missing characters', { ...place, picture: { lines: ['王'] } }, 'missing-characters'],
  ['with a damaged image', { ...place, picture: { image: Buffer.alloc(9) } }, 'unreadable-image'],
])('a visible signature %s is refused', async (_, changed, code) => {
  await expect(addSignature(foreignPdf(), { ...options, place: changed })).rejects.toMatchObject({
    code,
  })
})

test('an encrypted file is refused', async () => {
  await expect(addSignature(await encryptedPdf(), options)).rejects.toMatchObject({
    code: 'encrypted',
  })
})
