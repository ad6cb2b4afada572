/** The form of an honestly prepared file is the one that the envelope describes, whatever the upload was. */
import { addSignature } from '@inkproof/pdf-signing/add-signature'
import { planSignatures } from '@inkproof/pdf-signing/plan-signatures'
import { makePki } from '@inkproof/pdf-signing/testing/make-pki'
import { compressedPdf, formPdf, samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import type { Field } from '@inkproof/signing/field'
import { sampleField } from '@inkproof/signing/testing/sample-envelope'
import { expect, test } from '@jest/globals'
import { MAX_VALUES, openFile } from '../pdf/file.ts'
import { finishRequest, SIGNED_AT } from '../testing/finished-request.ts'
import { signElsewhere } from '../testing/finished-signed-upload.ts'
import {
  envelopeOf,
  isAccepted,
  OPTIONS,
  type PreparedSample,
  prepareSample,
} from '../testing/prepared-form.ts'
import { overwrite } from '../testing/updates.ts'
import { isExpectedForm } from './expected-form.ts'
import { findPrepared } from './prepared-revision.ts'

const isOwn = ({ bytes, fields }: PreparedSample) =>
  isExpectedForm(new Uint8Array(bytes), envelopeOf(bytes, fields))

test('fields of every type are as they were prepared', async () => {
  const sample = await prepareSample()
  expect(await isOwn(sample)).toBe(true)
  // The attacks write the whole file again, which alone changes nothing.
  expect(await isAccepted(sample, () => undefined)).toBe(true)
})

test('a read-only field is prepared without its default, like every other field', async () => {
  const { bytes, fields } = await prepareSample()
  const locked = fields.map((field) =>
    field.type === 'text'
      ? { ...field, readOnly: true, required: false, default: 'Two rooms' }
      : field,
  )
  expect(await isOwn({ bytes, fields: locked })).toBe(true)
})

test.each([90, 180, 270, 360, -90])('also on pages rotated by %i°', async (angle) => {
  const upload = samplePdf({ pages: 2, page: `/Rotate ${angle}` })
  expect(await isOwn(await prepareSample(upload))).toBe(true)
})

const CROPPED = samplePdf({ pages: 2, page: '/CropBox [20.5 -10 500 900]' })
const WITHOUT_SIZE = samplePdf({
  pages: 2,
  objects: { 2: '<< /Type /Pages /Count 2 /Kids [4 0 R 6 0 R] >>' },
})
const ACTIVE = samplePdf({
  pages: 2,
  catalog:
    '/OpenAction 1000 0 R /AA << /WC 1000 0 R >> /Lang (en) /Names << /JavaScript 1000 0 R >>',
  page: '/AA << /O 1000 0 R >> /Tabs /S /Annots [1001 0 R 1002 0 R 1003 0 R 1004 0 R]',
  objects: {
    1000: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
    1001: '<< /Type /Annot /Subtype /Link /Rect [72 700 172 720] /A << /S /URI /URI (https://example.org/) /Next 1000 0 R >> >>',
    1002: '<< /Type /Annot /Subtype /Link /Rect [72 650 172 670] /A << /URI (https://example.org/) >> >>',
    1003: '<< /Type /Annot /Subtype /Link /Rect [72 600 172 620] /Dest [4 0 R /Fit] /A 1000 0 R >>',
    1004: '<< /Type /Annot /Subtype /Text /Rect [300 600 320 620] /Contents (Note) >>',
  },
})

/** Two nodes below the root, from which the pages inherit all that they can; the visible part begins at 15, 30. */
const INHERITING = samplePdf({
  pages: 2,
  objects: {
    2: '<< /Type /Pages /Count 2 /Kids [1000 0 R 1001 0 R] /MediaBox [5 10 595 842] /Resources << /Font << /F1 3 0 R >> >> >>',
    4: '<< /Type /Page /Parent 1000 0 R /Contents 5 0 R >>',
    6: '<< /Type /Page /Parent 1001 0 R /Contents 7 0 R >>',
    1000: '<< /Type /Pages /Count 1 /Kids [4 0 R] /Parent 2 0 R /CropBox [15 30 580 800] >>',
    1001: '<< /Type /Pages /Count 1 /Kids [6 0 R] /Parent 2 0 R /CropBox [15 30 580 800] /Rotate 90 >>',
  },
})
/** The same pages for pdf.js, in nodes of which other readers make something else. */
const ODD = samplePdf({
  pages: 2,
  objects: {
    2: '<< /Type /Pages /Count 2 /Kids [1000 0 R 6 0 R] /MediaBox [0 0 200 200] /Rotate 180 /Annots [] >>',
    4: '<< /Type /Page /Parent 1001 0 R /Contents 5 0 R >>',
    6: '<< /Type /Page /Parent 1001 0 R /Contents 7 0 R /Rotate 45 >>',
    1000: '<< /Type /Pages /Count 9 /Kids [4 0 R] /Parent 2 0 R >>',
    1001: '<< /Type /Pages /MediaBox [15 30 580 800] >>',
  },
})

test.each<[string, Uint8Array, [number, number]]>([
  ['a visible part that begins elsewhere', CROPPED, [20.5, 0]],
  ['pages without a size', WITHOUT_SIZE, [0, 0]],
  ['scripts, links and comments', ACTIVE, [0, 0]],
  ['a form of its own', formPdf(), [0, 0]],
  ['compressed objects', compressedPdf({ pages: 2 }), [0, 0]],
  ['pages that inherit from several nodes', INHERITING, [15, 30]],
  ['pages of which readers make different things', ODD, [15, 30]],
  ['pages that are their own parents', samplePdf({ pages: 2, page: '/Parent 4 0 R' }), [0, 0]],
])('also from an upload with %s', async (_what, upload, origin) => {
  expect(await isOwn(await prepareSample(upload, origin))).toBe(true)
})

test('an earlier release wrote options in PDFDocEncoding', async () => {
  const { bytes, fields } = await prepareSample()
  const hex = Buffer.from(`\ufeff${OPTIONS[1]}`, 'utf16le').swap16().toString('hex').toUpperCase()
  const written = `<${hex}>`
  const earlier = '(J\xe4hrlich \\(12 \xd7\\))'.padEnd(written.length)
  expect(await isOwn({ bytes: overwrite(bytes, written, earlier), fields })).toBe(true)
})

const SIGNATURE = { page: 0, rectangle: { x: 60, y: 400, width: 200, height: 50 } }

/** The fields that are planned for a signed upload, as the envelope describes them. */
async function planned(upload: Uint8Array, isShown = true): Promise<Field[]> {
  const fields = await planSignatures(
    upload,
    isShown ? [[{ type: 'signature', ...SIGNATURE }]] : [],
  )
  return fields.map(({ name }) =>
    sampleField(name, 'jane', { type: 'signature', rect: [6000, 40_000, 20_000, 5000] }),
  )
}

test.each<[string, () => Promise<Uint8Array>]>([
  ['no form', () => signElsewhere(samplePdf())],
  ['a form', () => signElsewhere(formPdf())],
  ['an earlier request', async () => (await finishRequest()).file],
])('a signed upload with %s keeps its form', async (_what, makeUpload) => {
  const bytes = new Uint8Array(await makeUpload())
  expect(await isExpectedForm(bytes, envelopeOf(bytes, await planned(bytes)))).toBe(true)
  expect(await isExpectedForm(bytes, envelopeOf(bytes, []))).toBe(true)
})

test('a signed upload is found in the finished file, however many line breaks it ends with', async () => {
  const bytes = new Uint8Array(Buffer.concat([await signElsewhere(), Buffer.from('\n\r\n\r\n\n')]))
  const envelope = envelopeOf(bytes, await planned(bytes))
  expect(await isExpectedForm(bytes, envelope)).toBe(true)
  const { issue, timeStamp } = await makePki({ now: () => SIGNED_AT })
  const digitalId = await issue('Jane Roe')
  const own = { field: 'jane', digitalId, signedAt: SIGNED_AT, timeStamp }
  const finished = new Uint8Array(await addSignature(bytes, own))
  const file = openFile(finished, finished.length, { values: MAX_VALUES })
  expect(await findPrepared(file, envelope, new Set(['jane']))).toMatchObject({ revision: 1 })
})

/** A signature whose range of bytes is not in the file as text, such as a compressed one. */
const HIDDEN = { 1001: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached >>' }
const SIGNED_FIELD =
  '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /V 1001 0 R /Rect [0 0 0 0] /F 132 /P 4 0 R >>'

test.each<[string, Uint8Array, boolean]>([
  [
    'a compressed signature',
    samplePdf({
      catalog: '/AcroForm << /Fields [1000 0 R] /SigFlags 3 >>',
      page: '/Annots [1000 0 R]',
      objects: { ...HIDDEN, 1000: SIGNED_FIELD },
    }),
    true,
  ],
  [
    'a certification that is in no field',
    samplePdf({ catalog: '/Perms << /DocMDP 1001 0 R >>', objects: HIDDEN }),
    false,
  ],
])('an upload with %s keeps its form, too', async (_what, upload, isShown) => {
  const bytes = new Uint8Array(upload)
  expect(await isExpectedForm(bytes, envelopeOf(bytes, await planned(bytes, isShown)))).toBe(true)
})

test('to a signed upload, only signatures in new fields are added', async () => {
  const bytes = new Uint8Array(await signElsewhere(formPdf()))
  const accepts = (fields: Field[]) => isExpectedForm(bytes, envelopeOf(bytes, fields))
  const [signature] = await planned(bytes)
  const own = signature ? [signature] : []
  expect(await accepts([...own, sampleField('buyer', 'jane')])).toBe(false)
  expect(await accepts([...own, sampleField('text', 'jane')])).toBe(false)
  expect(await accepts([...own, sampleField('Theirs', 'jane', { type: 'signature' })])).toBe(false)
})

test('an earlier signature does not excuse another form', async () => {
  const { bytes, fields } = await prepareSample()
  const signed = new Uint8Array(await signElsewhere(bytes))
  expect(await isExpectedForm(signed, envelopeOf(signed, fields))).toBe(false)
})

test('a file that cannot be read without guessing has no expected form', async () => {
  const { bytes, fields } = await prepareSample()
  const cut = new Uint8Array(bytes.slice(0, -20))
  expect(await isExpectedForm(cut, envelopeOf(cut, fields))).toBe(false)
})
