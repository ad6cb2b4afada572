import { describe, expect, test } from '@jest/globals'
import { inspect } from './inspect.ts'
import { buildPdf } from './testing/build-pdf.ts'
import {
  certification,
  fieldLock,
  foreignPdf,
  lockWithLevel,
} from './testing/foreign-signatures.ts'
import {
  activePdf,
  compressedPdf,
  encryptedPdf,
  formPdf,
  layersPdf,
  sampleObjects,
  samplePdf,
} from './testing/sample-pdfs.ts'

describe('pages', () => {
  test.each([
    ['with a classic table', samplePdf({ pages: 3 })],
    ['with object streams', compressedPdf({ pages: 3 })],
  ])('have the size that they inherit, in a file %s', async (_, file) => {
    const { pages } = await inspect(file)
    const box = { x: 0, y: 0, width: 595, height: 842 }
    expect(pages).toEqual(Array(3).fill({ box, rotation: 0 }))
  })

  test('show the part of the crop box that is on the page', async () => {
    const file = samplePdf({ page: '/CropBox [10 900 300 20]' })
    const { pages } = await inspect(file)
    expect(pages[0]?.box).toEqual({ x: 10, y: 20, width: 290, height: 822 })
  })

  test.each([
    ['90', 90],
    ['-90', 270],
    ['540', 180],
    ['(x)', 0],
    ['100', 0],
  ])('with /Rotate %s are rotated by %d degrees', async (value, rotation) => {
    const { pages } = await inspect(samplePdf({ page: `/Rotate ${value}` }))
    expect(pages[0]?.rotation).toBe(rotation)
  })

  test('are limited in number', async () => {
    const limits = { bytes: 1e6, pages: 2 }
    await expect(inspect(samplePdf({ pages: 3 }), limits)).rejects.toMatchObject({
      code: 'too-many-pages',
    })
    expect((await inspect(samplePdf({ pages: 2 }), limits)).pages).toHaveLength(2)
  })

  test('are counted as the file counts them', async () => {
    const objects = sampleObjects({ pages: 2 })
    objects[2] = '<< /Type /Pages /Count 3 /Kids [4 0 R 6 0 R] /MediaBox [0 0 9 9] >>'
    await expect(inspect(buildPdf(objects))).rejects.toMatchObject({ code: 'unreadable' })
  })

  test('have to exist', async () => {
    await expect(inspect(samplePdf({ pages: 0 }))).rejects.toMatchObject({ code: 'no-pages' })
  })
})

test('a file above the limit is refused before it is read', async () => {
  const limits = { bytes: 10, pages: 2 }
  await expect(inspect(samplePdf(), limits)).rejects.toMatchObject({ code: 'too-large' })
})

test('an encrypted file is refused', async () => {
  await expect(inspect(await encryptedPdf())).rejects.toMatchObject({ code: 'encrypted' })
})

test('a file with /Encrypt is refused although the parser does not consider it encrypted', async () => {
  const file = Buffer.concat([samplePdf(), Buffer.from('trailer << /Encrypt 9 0 R >>\n%%EOF')])
  await expect(inspect(file)).rejects.toMatchObject({ code: 'encrypted' })
})

test('the title and missing fonts are reported', async () => {
  const file = samplePdf({
    trailer: '/Info 1000 0 R',
    objects: { 1000: '<< /Title (Lease ) >>' },
  })
  expect(await inspect(file)).toMatchObject({
    title: 'Lease',
    missingFonts: ['Helvetica'],
  })
})

test('an embedded font is not missing', async () => {
  const file = samplePdf({
    objects: {
      3: '<< /Type /Font /Subtype /TrueType /BaseFont /Own /FontDescriptor 1000 0 R >>',
      1000: '<< /Type /FontDescriptor /FontName /Own /FontFile2 1001 0 R >>',
      1001: '<< /Length 0 >>\nstream\n\nendstream',
    },
  })
  expect((await inspect(file)).missingFonts).toEqual([])
})

test('scripts, actions, XFA, attachments and comments are reported', async () => {
  const { removable } = await inspect(activePdf())
  expect(removable).toEqual(['actions', 'annotations', 'attachments', 'scripts', 'xfa'])
})

describe('layers', () => {
  test('that are all visible are reported', async () => {
    expect((await inspect(layersPdf())).removable).toEqual(['layers'])
  })

  const group = { 1000: '<< /Type /OCG /Name (Text) >>' }
  test.each([
    ['hidden by default', layersPdf({ hidden: true })],
    [
      'hidden by the base state',
      samplePdf({
        catalog: '/OCProperties << /OCGs [1000 0 R] /D << /BaseState /OFF >> >>',
        objects: group,
      }),
    ],
    [
      'hidden in print',
      samplePdf({
        catalog: '/OCProperties << /OCGs [1000 0 R] /D << >> >>',
        objects: { 1000: '<< /Type /OCG /Usage << /Print << /PrintState /OFF >> >> >>' },
      }),
    ],
    [
      'visible if others are hidden',
      samplePdf({
        catalog: '/OCProperties << /OCGs [1000 0 R] /D << >> >>',
        page: '/Resources << /Properties << /L 1001 0 R >> >>',
        objects: { ...group, 1001: '<< /Type /OCMD /OCGs [1000 0 R] /P /AllOff >>' },
      }),
    ],
  ])('that are %s are refused', async (_, file) => {
    await expect(inspect(file)).rejects.toMatchObject({ code: 'hidden-layers' })
  })
})

test('form fields suggest fields, without push buttons', async () => {
  const { fields } = await inspect(formPdf())
  expect(fields).toEqual([
    { name: 'buyer', type: 'text', page: 1, rectangle: { x: 72, y: 600, width: 100, height: 20 } },
    {
      name: 'agree',
      type: 'checkbox',
      page: 1,
      rectangle: { x: 72, y: 570, width: 20, height: 20 },
    },
    {
      name: 'signature',
      type: 'signature',
      page: 1,
      rectangle: { x: 72, y: 500, width: 200, height: 50 },
    },
  ])
  const button = samplePdf({
    catalog: '/AcroForm << /Fields [1000 0 R] >>',
    page: '/Annots [1000 0 R]',
    objects: { 1000: '<< /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /Rect [0 0 9 9] >>' },
  })
  expect((await inspect(button)).fields).toEqual([])
})

test('fields of a hierarchy have joined names and inherited types', async () => {
  const file = samplePdf({
    catalog: '/AcroForm << /Fields [1000 0 R] >>',
    page: '/Annots [1002 0 R 1003 0 R]',
    objects: {
      1000: '<< /T (person) /FT /Tx /Kids [1001 0 R 1003 0 R] >>',
      1001: '<< /T (name) /Kids [1002 0 R] /Parent 1000 0 R >>',
      1002: '<< /Subtype /Widget /Parent 1001 0 R /Rect [0 0 9 9] >>',
      1003: '<< /T (sex) /FT /Btn /Ff 32768 /Subtype /Widget /Parent 1000 0 R /Rect [0 0 9 9] >>',
    },
  })
  const { fields } = await inspect(file)
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ['person.name', 'text'],
    ['person.sex', 'radio'],
  ])
})

describe('a signed file', () => {
  test.each([
    ['without restrictions', {}, 'append-visible'],
    ['that locks single fields', { signature: fieldLock('Include') }, 'append-visible'],
    ['certified with P=2', { signature: certification(2) }, 'append-invisible'],
    ['certified with P=3', { signature: certification(3) }, 'append-invisible'],
    [
      'certified in the catalog alone',
      { catalog: '/Perms << /DocMDP 1001 0 R >>' },
      'append-invisible',
    ],
    ['restricted by a lock', { field: '/Lock << /P 3 >>' }, 'append-invisible'],
    ['restricted by a repeated lock', { signature: lockWithLevel(2) }, 'append-invisible'],
  ])('%s', async (_, options, signing) => {
    expect((await inspect(foreignPdf(options))).signing).toBe(signing)
  })

  test.each([
    ['certified with P=1', { signature: certification(1) }, 'certified-no-changes'],
    ['certified with an unknown level', { signature: certification(0) }, 'certified-no-changes'],
    ['restricted by a lock', { field: '/Lock << /P 1 >>' }, 'certified-no-changes'],
    ['restricted by a repeated lock', { signature: lockWithLevel(1) }, 'certified-no-changes'],
    [
      'restricted by a lock without a level',
      { field: '/Lock << /P /X >>' },
      'certified-no-changes',
    ],
    ['that locks all fields', { signature: fieldLock('All') }, 'locked'],
    ['that locks all fields but some', { signature: fieldLock('Exclude') }, 'locked'],
    ['with a lock of all fields', { field: '/Lock << /Action /All >>' }, 'locked'],
    ['with usage rights', { catalog: '/Perms << /UR3 1001 0 R >>' }, 'usage-rights'],
  ])('%s is refused', async (_, options, code) => {
    await expect(inspect(foreignPdf(options))).rejects.toMatchObject({ code })
  })

  test('lists its signatures', async () => {
    const { signatures } = await inspect(foreignPdf({ signature: certification(2) }))
    expect(signatures).toEqual([{ field: 'Theirs', kind: 'certification', permission: 2 }])
    const plain = await inspect(foreignPdf())
    expect(plain.signatures).toEqual([{ field: 'Theirs', kind: 'signature' }])
  })

  test('is refused if its table of objects cannot be read, because it cannot be appended to', async () => {
    const text = Buffer.from(foreignPdf()).toString('latin1')
    const damaged = Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n9'), 'latin1')
    await expect(inspect(damaged)).rejects.toMatchObject({ code: 'cannot-append' })
  })

  test('is recognized although its form is gone', async () => {
    const file = samplePdf({ objects: { 1000: '<< /Type /Sig /ByteRange [0 1 2 3] >>' } })
    expect((await inspect(file)).signing).toBe('append-visible')
  })

  test.each([
    [
      'scripts',
      { catalog: '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (1) >>] >> >>' },
    ],
    ['an XFA form', { form: '/XFA (x)' }],
  ])('with %s is refused, because they cannot be removed', async (_, options) => {
    await expect(inspect(foreignPdf(options))).rejects.toMatchObject({ code: 'active-content' })
  })

  test('is refused if bytes precede its header', async () => {
    const file = Buffer.concat([Buffer.from('\n'), foreignPdf()])
    await expect(inspect(file)).rejects.toMatchObject({ code: 'cannot-append' })
  })
})

test('a file that may only be appended to, but has no signature, is rewritten', async () => {
  const file = samplePdf({ catalog: '/AcroForm << /Fields [] /SigFlags 3 >>' })
  expect((await inspect(file)).signing).toBe('rewrite')
})

test('a file with an empty signature field is rewritten, and the field is suggested', async () => {
  const file = samplePdf({
    page: '/Annots [1000 0 R]',
    catalog: '/AcroForm << /Fields [1000 0 R] /SigFlags 1 >>',
    objects: { 1000: '<< /FT /Sig /T (Here) /Type /Annot /Subtype /Widget /Rect [9 9 99 49] >>' },
  })
  const { fields, signing } = await inspect(file)
  expect([signing, fields.map(({ type }) => type)]).toEqual(['rewrite', ['signature']])
})
