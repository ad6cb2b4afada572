import { describe, expect, test } from '@jest/globals'
import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { combine } from './combine.ts'
import { type FieldType, planFields, type RequestedField } from './fields.ts'
import { formOf } from './pdf/form-fields.ts'
import { arrayOf, dictOf, nameOf, numberOf, rectangleOf, resolve, stringOf } from './pdf/objects.ts'
import { open } from './pdf/open.ts'
import { annotationsOf, pagesOf } from './pdf/pages.ts'
import { checkContent } from './prepare/check-content.ts'
import { prepare } from './prepare.ts'
import { stream } from './testing/build-pdf.ts'
import { foreignPdf } from './testing/foreign-signatures.ts'
import { sampleFields } from './testing/make-signed-pdf.ts'
import { lockedNames, readFields } from './testing/read-pdf.ts'
import { activePdf, formPdf, layersPdf, samplePdf } from './testing/sample-pdfs.ts'

const AT = new Date('2026-01-02T03:04:05Z')

function prepareFor(upload: Uint8Array, signers: RequestedField[][] = [[]]) {
  return prepare(upload, { signers, preparedAt: AT })
}

function field(type: FieldType, changes: Partial<RequestedField['rectangle']> = {}, page = 0) {
  return { type, page, rectangle: { x: 100, y: 100, width: 100, height: 20, ...changes } }
}

test('the same input has the same output', async () => {
  const [first, second] = await Promise.all([
    prepareFor(formPdf(), [sampleFields(0)]),
    prepareFor(formPdf(), [sampleFields(0)]),
  ])
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true)
  const later = await prepare(formPdf(), { signers: [sampleFields(0)], preparedAt: new Date(0) })
  expect(Buffer.from(first.bytes).equals(later.bytes)).toBe(false)
})

test('nothing of the upload is left but what is shown: one revision without active content', async () => {
  const { bytes } = await prepareFor(activePdf())
  const text = Buffer.from(bytes).toString('latin1')
  for (const active of [
    'JavaScript',
    '/AA',
    'OpenAction',
    'XFA',
    'Launch',
    'EmbeddedFile',
    'b.exe',
  ])
    expect(text).not.toContain(active)
  expect(text.split('%%EOF')).toHaveLength(2)
})

test('the document information keeps its texts, and nothing that they refer to', async () => {
  const upload = samplePdf({
    trailer: '/Info 1000 0 R',
    objects: {
      1000: '<< /Title (Lease) /Author 1001 0 R /Secret 1002 0 R >>',
      1001: '(Jane)',
      1002: stream('hidden'),
    },
  })
  const { bytes } = await prepareFor(upload)
  const pdf = await open(bytes)
  expect([pdf.getTitle(), pdf.getAuthor()]).toEqual(['Lease', 'Jane'])
  expect(pdf.getModificationDate()).toEqual(AT)
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('hidden')
})

test('the colors of a palette and the letters of a title that contain a carriage return stay', async () => {
  const upload = samplePdf({
    trailer: '/Info 1000 0 R',
    page: '/Resources << /ColorSpace << /C1 [/Indexed /DeviceRGB 1 (\\r\\n\\r\\001\\002\\003)] >> >>',
    objects: { 1000: '<< /Title (\\376\\377\\001\\r) >>' },
  })
  const { bytes: combined } = await combine([{ bytes: upload, name: 'Plan.pdf' }], 'Plan')
  for (const bytes of [combined, (await prepareFor(upload)).bytes]) {
    const pdf = await open(bytes)
    const resources = dictOf(pdf, pagesOf(pdf)[0]?.dict, 'Resources')
    const palette = arrayOf(pdf, dictOf(pdf, resources, 'ColorSpace'), 'C1')?.at(3)
    expect(palette).toHaveProperty('bytes', new Uint8Array([13, 10, 13, 1, 2, 3]))
  }
  expect((await open((await prepareFor(upload)).bytes)).getTitle()).toBe('č')
})

test('an older file gets the version that signatures need', async () => {
  const upload = Buffer.from(samplePdf())
  upload.write('%PDF-1.4')
  const pdf = await open((await prepareFor(upload)).bytes)
  expect(pdf.version).toBe('1.7')
})

test('web links stay, without the actions that follow them', async () => {
  const pdf = await open((await prepareFor(activePdf())).bytes)
  const links = annotationsOf(pdf, pagesOf(pdf)[0]?.dict as PdfDict).map(({ dict }) => dict)
  expect(links.map((link) => nameOf(pdf, link, 'Subtype'))).toEqual(['Link'])
  const action = dictOf(pdf, links[0], 'A')
  expect(stringOf(pdf, action, 'URI')).toBe('https://example.org/')
  expect(action?.has('Next')).toBe(false)
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://example.org/'])(
  'a link to %s is removed',
  async (address) => {
    const upload = samplePdf({
      page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${address}) >> >>]`,
    })
    const { bytes } = await prepareFor(upload)
    expect(Buffer.from(bytes).toString('latin1')).not.toContain(address)
  },
)

test('an action is removed also if it is called a font', async () => {
  const upload = samplePdf({
    page: '/Annots [1000 0 R] /Resources << /Font 1000 0 R >>',
    objects: {
      1000: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [4 0 R /Fit] /AA << /E 1001 0 R >> >>',
      1001: '<< /S /JavaScript /JS (app.alert) >>',
    },
  })
  const { bytes } = await prepareFor(upload)
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('app.alert')
})

test('a stream with its data in another file is refused', async () => {
  const upload = samplePdf({
    page: '/Resources << /XObject << /X 1000 0 R >> >>',
    objects: { 1000: stream('', '/Type /XObject /Subtype /Image /F (//server/share)') },
  })
  await expect(prepareFor(upload)).rejects.toMatchObject({ code: 'active-content' })
})

describe('checkContent', () => {
  test('accepts a prepared file', async () => {
    await checkContent((await prepareFor(samplePdf(), [sampleFields(0)])).bytes)
  })

  test.each([
    ['a script', samplePdf({ catalog: '/OpenAction << /S /JavaScript /JS (1) >>' })],
    ['an action of another type', samplePdf({ page: '/X << /S /SubmitForm /F (http://x) >>' })],
    ['layers', layersPdf()],
    ['a comment', samplePdf({ page: '/X << /Type /Annot /Subtype /FreeText >>' })],
    ['an attachment', samplePdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' })],
    [
      'a reference to another file',
      samplePdf({ page: '/X 1000 0 R', objects: { 1000: stream('', '/F (x)') } }),
    ],
    ['a form that viewers draw', samplePdf({ catalog: '/AcroForm << /NeedAppearances true >>' })],
  ])('refuses %s', async (_, file) => {
    await expect(checkContent(file)).rejects.toMatchObject({ code: 'active-content' })
  })
})

test('visible layers become content', async () => {
  const { bytes } = await prepareFor(layersPdf())
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('OCProperties')
})

describe('comments and form fields of the upload', () => {
  test('are drawn onto their page and removed', async () => {
    const pdf = await open((await prepareFor(formPdf())).bytes)
    const page = pagesOf(pdf)[1]?.dict
    expect(page?.has('Annots')).toBe(false)
    const drawn = contentsOf(pdf, page)
    expect(drawn.match(/Flattened\d Do/g)).toEqual(['Flattened0 Do', 'Flattened1 Do'])
    expect(contentsOf(pdf, pagesOf(pdf)[0]?.dict)).not.toContain('Flattened')
  })

  test('are drawn where they were: the appearance fills the rectangle', async () => {
    const upload = samplePdf({
      page: '/Annots [<< /Subtype /Stamp /Rect [100 200 300 300] /AP << /N 1000 0 R >> >>]',
      objects: {
        1000: stream('', '/Subtype /Form /BBox [0 0 10 20] /Matrix [0 1 -1 0 0 0]'),
      },
    })
    const pdf = await open((await prepareFor(upload)).bytes)
    // The matrix turns the box to 20 by 10, from -20: scaled by 10, moved by 100 + 20 · 10 and 200.
    expect(contentsOf(pdf, pagesOf(pdf)[0]?.dict)).toContain(
      'q 10.00000 0.00000 0.00000 10.00000 300.00000 200.00000 cm /Flattened0 Do Q',
    )
  })

  test('are drawn separately on pages that share their resources', async () => {
    const objects = {
      1000: '<< /XObject << /Flattened0 1001 0 R >> >>',
      1001: stream('theirs', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      1002: stream('comment', '/Subtype /Form /BBox [0 0 9 9]'),
    }
    const upload = samplePdf({
      pages: 2,
      page: '/Resources 1000 0 R /Annots [<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 1002 0 R >> >>]',
      objects,
    })
    const pdf = await open((await prepareFor(upload)).bytes)
    for (const page of pagesOf(pdf)) {
      const xObjects = dictOf(pdf, dictOf(pdf, page.dict, 'Resources'), 'XObject')
      expect([...(xObjects?.keys() ?? [])].map((key) => key.value)).toEqual([
        'Flattened0',
        'Flattened1',
      ])
      expect(contentsOf(pdf, page.dict)).toContain('/Flattened1 Do')
    }
  })

  test.each([
    ['hidden', '/F 2'],
    ['not viewed', '/F 32'],
  ])('that are %s are not drawn', async (_, flags) => {
    const upload = samplePdf({
      page: `/Annots [<< /Subtype /Stamp ${flags} /Rect [0 0 9 9] /AP << /N 1000 0 R >> >>]`,
      objects: { 1000: stream('', '/Subtype /Form /BBox [0 0 9 9]') },
    })
    const pdf = await open((await prepareFor(upload)).bytes)
    expect(contentsOf(pdf, pagesOf(pdf)[0]?.dict)).not.toContain('Flattened')
  })

  const widget = (entries: string) =>
    samplePdf({
      catalog: '/AcroForm << /Fields [1000 0 R] >>',
      page: '/Annots [1000 0 R]',
      objects: { 1000: `<< /Subtype /Widget /T (a) /Rect [0 0 99 20] ${entries} >>` },
    })

  test.each([
    ['a text', '/FT /Tx /V (Jane)', 1],
    ['a text of two lines', '/FT /Tx /V (Jane\nRoe)', 2],
    ['chosen values', '/FT /Ch /V [(A) (B)]', 2],
    ['a checked checkbox', '/FT /Btn /V /Yes', 1],
    ['an unchecked checkbox', '/FT /Btn /V /Off', 0],
    ['no value', '/FT /Tx', 0],
  ])('without an appearance are drawn: %s', async (_, entries, lines) => {
    const pdf = await open((await prepareFor(widget(entries))).bytes)
    const page = pagesOf(pdf)[0]?.dict
    expect(contentsOf(pdf, page).includes('Flattened0')).toBe(lines > 0)
    const objects = dictOf(pdf, dictOf(pdf, page, 'Resources'), 'XObject')
    const drawn = objects && dictOf(pdf, objects, 'Flattened0')
    const text = drawn instanceof PdfStream ? Buffer.from(drawn.getDecodedData()).toString() : ''
    expect(text.match(/Tj/g) ?? []).toHaveLength(lines)
  })

  test('without an appearance are refused if the font cannot show them', async () => {
    const upload = widget('/FT /Tx /V <FEFF738B>')
    await expect(prepareFor(upload)).rejects.toMatchObject({ code: 'undrawable-form' })
  })
})

describe('fields', () => {
  test('exist from the start, with those of the final signature and the document time-stamp', async () => {
    const { bytes, fields } = await prepareFor(samplePdf(), [sampleFields(0), []])
    expect(fields.map(({ name, signer }) => [name, signer])).toEqual([
      ['signer-01-field-0001', 0],
      ['signer-01-field-0002', 0],
      ['signer-01-field-0003', 0],
      ['signer-01-signature', 0],
      ['signer-01-field-0005', 0],
      ['signer-01-field-0006', 0],
      ['signer-01-field-0007', 0],
    ])
    expect(Object.keys(await readFields(bytes)).sort()).toEqual(
      [
        // The last two are the buttons of one field.
        ...fields.slice(0, -2).map(({ name }) => name),
        'signer-01-group-0006',
        'signer-02-signature',
        'final-signature',
        'document-time-stamp',
      ].sort(),
    )
    const pdf = await open(bytes)
    expect(numberOf(pdf, formOf(pdf), 'SigFlags')).toBe(3)
    expect(formOf(pdf)?.has('NeedAppearances')).toBe(false)
  })

  test('of a signer are locked by the signature of that signer, and all by the final one', async () => {
    const signers = [sampleFields(0), sampleFields(1), []]
    const fields = await readFields((await prepareFor(samplePdf(), signers)).bytes)
    const locked = (name: string) => {
      const found = fields[name]
      return found && lockedNames(found.pdf, found.field)
    }
    const names = (signer: number) => [
      ...[1, 2, 3, 5].map((index) => `signer-0${signer}-field-000${index}`),
      `signer-0${signer}-group-0006`,
    ]
    expect(locked('signer-01-signature')).toEqual(names(1))
    expect(locked('signer-02-signature')).toEqual(names(2))
    expect(locked('signer-03-signature')).toBeUndefined()
    expect(locked('final-signature')).toEqual([...names(1), ...names(2)])
    expect(locked('document-time-stamp')).toBeUndefined()
  })

  test('of text are a parent with one kid that has the appearance', async () => {
    const { bytes } = await prepareFor(samplePdf(), [[field('name')]])
    const { field: parent, widget, pdf } = (await readFields(bytes))['signer-01-field-0001'] ?? {}
    expect(parent).not.toBe(widget)
    expect(parent?.has('AP')).toBe(false)
    expect(widget?.has('AP')).toBe(true)
    expect(pdf && arrayOf(pdf, parent, 'Kids')?.length).toBe(1)
  })

  test('are shown at their rectangle, turned with a rotated page', async () => {
    const upload = samplePdf({ pages: 2, page: '/Rotate 90' })
    const { bytes } = await prepareFor(upload, [[field('signature', {}, 1)]])
    const { widget, pdf } = (await readFields(bytes))['signer-01-signature'] ?? {}
    if (!pdf) throw new Error('No signature field')
    expect(rectangleOf(pdf, widget, 'Rect')).toEqual({ x: 100, y: 100, width: 100, height: 20 })
    expect(numberOf(pdf, dictOf(pdf, widget, 'MK'), 'R')).toBe(90)
    const appearance = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
    expect(rectangleOf(pdf, appearance, 'BBox')).toEqual({ x: 0, y: 0, width: 20, height: 100 })
    expect(annotationsOf(pdf, pagesOf(pdf)[1]?.dict as PdfDict)).toHaveLength(1)
  })

  test('have names of which none is the beginning of another', () => {
    const types = fc.array(fc.constantFrom<FieldType>('signature', 'initials', 'text'), {
      maxLength: 12,
    })
    const pages = [{ box: { x: 0, y: 0, width: 595, height: 842 } }] as Parameters<
      typeof planFields
    >[1]
    fc.assert(
      fc.property(fc.array(types, { maxLength: 12 }), (signers) => {
        const plan = planFields(
          signers.map((list) => list.map((type) => field(type))),
          pages,
        )
        const names = plan.map(({ name }) => name).sort()
        // Sorted, a name would stand directly before one that begins with it.
        names.forEach((name, index) => {
          expect(names[index + 1]?.startsWith(name) ?? false).toBe(false)
        })
      }),
    )
  })

  test.each([
    ['on a page that does not exist', [field('text', {}, 1)], 'page-out-of-range'],
    ['left of the page', [field('text', { x: -5 })], 'rectangle-out-of-range'],
    ['above the page', [field('text', { y: 830 })], 'rectangle-out-of-range'],
    ['without a height', [field('text', { height: 0 })], 'rectangle-out-of-range'],
    ['at no number', [field('text', { x: Number.NaN })], 'rectangle-out-of-range'],
    ['above the limit', Array(10_000).fill(field('text')), 'too-many-fields'],
  ])('%s are refused', async (_, fields, code) => {
    await expect(prepareFor(samplePdf(), [fields])).rejects.toMatchObject({ code })
  })

  test('of more than 99 signers are refused', async () => {
    await expect(prepareFor(samplePdf(), Array(100).fill([]))).rejects.toMatchObject({
      code: 'too-many-signers',
    })
  })
})

test.each([
  ['signed', foreignPdf(), 'already-signed'],
  ['with hidden layers', layersPdf({ hidden: true }), 'hidden-layers'],
])('an upload %s is refused', async (_, upload, code) => {
  await expect(prepareFor(upload)).rejects.toMatchObject({ code })
})

function contentsOf(pdf: PDF, page: PdfDict | undefined): string {
  const contents = resolve(pdf, page?.get('Contents'))
  const parts = contents?.type === 'array' ? contents.toArray() : [contents]
  return parts
    .map((part) => resolve(pdf, part))
    .map((part) => (part instanceof PdfStream ? Buffer.from(part.getDecodedData()).toString() : ''))
    .join('\n')
}
