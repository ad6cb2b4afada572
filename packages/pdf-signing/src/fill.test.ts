import { deflateSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import type { FieldType } from './fields.ts'
import { layoutLines, PADDING } from './fill/text-layout.ts'
import { type FieldValue, fill } from './fill.ts'
import { defaultFont } from './pdf/font.ts'
import { arrayOf, dictOf, nameOf, numberOf, rectangleOf, stringOf } from './pdf/objects.ts'
import { open } from './pdf/open.ts'
import { type PreparedPdf, prepare } from './prepare.ts'
import { sign } from './sign.ts'
import { makePki } from './testing/make-pki.ts'
import { appearanceText, readFields, revisions } from './testing/read-pdf.ts'
import { sampleJpeg, samplePng } from './testing/sample-images.ts'
import { samplePdf } from './testing/sample-pdfs.ts'

const AT = new Date('2026-01-02T03:04:05Z')
const NAME = 'signer-01-field-0001'
const SIGNATURE = 'signer-01-signature'

/** Prepared files by type and size: embedding the font takes the most time of a test. */
const cache = new Map<string, Promise<PreparedPdf>>()

async function prepared(type: FieldType, size = { width: 100, height: 20 }) {
  const key = JSON.stringify([type, size])
  const rectangle = { x: 100, y: 100, ...size }
  const signers = [[{ type, page: 0, rectangle }]]
  const made = cache.get(key) ?? prepare(samplePdf(), { signers, preparedAt: AT })
  cache.set(key, made)
  return (await made).bytes
}

const fillOne = (file: Uint8Array, value: FieldValue, name = NAME) =>
  fill(file, { values: { [name]: value }, filledAt: AT })

async function filledField(
  type: FieldType,
  value: FieldValue,
  size?: { width: number; height: number },
) {
  const name = type === 'signature' ? SIGNATURE : NAME
  const found = (await readFields(await fillOne(await prepared(type, size), value, name)))[name]
  if (!found) throw new Error('The field is gone')
  return found
}

test('all values are one revision after the prepared file, the same for the same input', async () => {
  const file = await prepared('text')
  const [first, second] = await Promise.all([
    fillOne(file, { text: 'Jane' }),
    fillOne(file, { text: 'Jane' }),
  ])
  expect(Buffer.from(first.subarray(0, file.length)).equals(file)).toBe(true)
  expect([revisions(file), revisions(first)]).toEqual([1, 2])
  expect(Buffer.from(first).equals(second)).toBe(true)
})

test('a text becomes value and appearance', async () => {
  const { pdf, field, widget } = await filledField('name', { text: 'Jane Żółć' })
  expect(stringOf(pdf, field, 'V')).toBe('Jane Żółć')
  expect(appearanceText(pdf, widget)).toMatch(
    /^\/Tx BMC q\n0 0 100 20 re W n\n.*<[0-9a-f]{36}> Tj/s,
  )
})

test('filled fields, and those that stay empty, are read-only', async () => {
  const file = await fill(await prepared('text'), { values: {}, filledAt: AT })
  const { pdf, field } = (await readFields(file))[NAME] ?? {}
  expect(pdf && numberOf(pdf, field, 'Ff')).toBe(1)
})

test.each([
  [true, 'Yes'],
  [false, 'Off'],
])('a checkbox is set to %s', async (checked, state) => {
  const { pdf, field } = await filledField('checkbox', { checked }, { width: 14, height: 14 })
  expect([nameOf(pdf, field, 'V'), nameOf(pdf, field, 'AS')]).toEqual([state, state])
})

describe('the picture of a signature', () => {
  test('can be lines of text', async () => {
    const value = { lines: ['Jane Roe', '2026-01-02'] }
    const { pdf, field, widget } = await filledField('signature', value)
    expect(appearanceText(pdf, widget).match(/Tj/g)).toHaveLength(2)
    expect(field.has('V')).toBe(false)
  })

  test('of initials is also their value', async () => {
    const { pdf, field } = await filledField('initials', { lines: ['J', 'R'] })
    expect(stringOf(pdf, field, 'V')).toBe('J R')
  })

  test.each([
    ['PNG, wider than the box', samplePng(400, 40), 'q 100.000 0.000 0.000 10.000 0.000 5.000 cm'],
    ['PNG, higher than the box', samplePng(10, 20), 'q 10.000 0.000 0.000 20.000 45.000 0.000 cm'],
    ['JPEG', sampleJpeg(50, 20), 'q 50.000 0.000 0.000 20.000 25.000 0.000 cm'],
  ])('can be an image, fitted into the box: %s', async (_, image, matrix) => {
    const { pdf, widget } = await filledField('signature', { image })
    expect(appearanceText(pdf, widget)).toContain(matrix)
    const appearance = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
    const images = dictOf(pdf, dictOf(pdf, appearance, 'Resources'), 'XObject')
    expect(nameOf(pdf, dictOf(pdf, images, 'Im0'), 'Subtype')).toBe('Image')
  })

  test('keeps the transparency of a PNG', async () => {
    const { pdf, widget } = await filledField('signature', { image: samplePng(4, 4) })
    const appearance = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
    const images = dictOf(pdf, dictOf(pdf, appearance, 'Resources'), 'XObject')
    expect(dictOf(pdf, images, 'Im0')?.has('SMask')).toBe(true)
  })

  test.each([
    ['no image', Buffer.from('<svg/>')],
    ['no bytes', Buffer.alloc(0)],
    ['a PNG without pixels', samplePng(0, 10)],
    ['a PNG of too many pixels', samplePng(5000, 5000)],
    ['a PNG with damaged data', samplePng(10, 10, Buffer.from('damaged'))],
    ['a PNG whose data decompress to more', samplePng(2, 2, deflateSync(Buffer.alloc(1e6)))],
    ['a truncated PNG', samplePng(10, 10).subarray(0, 30)],
    ['a JPEG without a frame', sampleJpeg(10, 10).subarray(0, 8)],
    ['an image of more than 2 MB', Buffer.concat([sampleJpeg(10, 10), Buffer.alloc(2 ** 21)])],
  ])('is refused as unreadable: %s', async (_, image) => {
    const file = await prepared('signature')
    await expect(fillOne(file, { image }, SIGNATURE)).rejects.toMatchObject({
      code: 'unreadable-image',
    })
  })
})

describe('the layout of text', () => {
  const pdf = PDF.create()
  const font = pdf.embedFont(defaultFont())

  test('keeps the largest size for text that fits', () => {
    expect(layoutLines(font, ['Jane'], { width: 100, height: 20 }, 11).size).toBe(11)
  })

  test('shrinks to half a point, and not below 4 points', () => {
    const text = 'A rather long name of a company'
    expect(layoutLines(font, [text], { width: 100, height: 20 }, 11).size).toBe(5.5)
    expect(layoutLines(font, [text.repeat(9)], { width: 100, height: 20 }, 11).size).toBe(4)
  })

  test('never leaves the box above 4 points', () => {
    const lines = fc.array(fc.string({ minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 6,
    })
    const side = fc.integer({ min: 6, max: 400 })
    fc.assert(
      fc.property(lines, side, side, (texts, width, height) => {
        const drawable = texts.map((text) => text.replace(/[^ -~]/g, '?'))
        const layout = layoutLines(font, drawable, { width, height }, 24)
        if (layout.size <= 4) return
        for (const { text, baseline } of layout.lines) {
          expect(font.widthOfTextAtSize(text, layout.size)).toBeLessThanOrEqual(width - 2 * PADDING)
          // DejaVu's letters reach 0.24 below and 0.93 above the baseline.
          expect(baseline - 0.25 * layout.size).toBeGreaterThanOrEqual(PADDING - 0.01)
          expect(baseline + 0.93 * layout.size).toBeLessThanOrEqual(height - PADDING + 0.01)
        }
      }),
    )
  })
})

test.each([
  ['Chinese', '王小明', ['王', '小', '明']],
  ['Arabic, whose letters would not be joined', 'محمد', ['م', 'ح', 'د']],
  ['a line break', 'a\nb', ['\n']],
  ['an invisible direction character', 'a\u202eb', ['\u202e']],
  ['an emoji', 'a👍', ['👍']],
])('characters that cannot be drawn are refused: %s', async (_, text, details) => {
  const file = await prepared('text')
  await expect(fillOne(file, { text })).rejects.toMatchObject({
    code: 'missing-characters',
    details,
  })
})

test.each<[string, FieldType, FieldValue, string]>([
  ['a text for a checkbox', 'checkbox', { text: 'x' }, 'wrong-value'],
  ['a tick for a text', 'text', { checked: true }, 'wrong-value'],
  ['a picture for a checkbox', 'checkbox', { lines: ['x'] }, 'wrong-value'],
])('%s is refused', async (_, type, value, code) => {
  const file = await prepared(type)
  await expect(fillOne(file, value)).rejects.toMatchObject({ code, details: [NAME] })
})

test('a text for a signature is refused', async () => {
  const file = await prepared('signature')
  await expect(fillOne(file, { text: 'x' }, SIGNATURE)).rejects.toMatchObject({
    code: 'wrong-value',
  })
})

test('a picture for an invisible signature is refused', async () => {
  const file = await prepared('text')
  await expect(fillOne(file, { lines: ['x'] }, SIGNATURE)).rejects.toMatchObject({
    code: 'wrong-value',
  })
})

test('a value without a field is refused', async () => {
  const file = await prepared('text')
  await expect(fillOne(file, { text: 'x' }, 'other')).rejects.toMatchObject({
    code: 'unknown-field',
    details: ['other'],
  })
})

describe('attachments', () => {
  const json = { data: Buffer.from('{}'), mediaType: 'application/json' }

  test('can be read from the file', async () => {
    const file = await fill(await prepared('text'), {
      values: {},
      filledAt: AT,
      attachments: [
        { name: 'b.json', ...json, description: 'Evidence' },
        { name: 'a.json', ...json, data: Buffer.from('[1]') },
      ],
    })
    const pdf = await PDF.load(file)
    expect([...pdf.getAttachments().keys()]).toEqual(['a.json', 'b.json'])
    expect(Buffer.from(pdf.getAttachment('a.json') ?? []).toString()).toBe('[1]')
    expect(pdf.getAttachments().get('b.json')).toMatchObject({ description: 'Evidence' })
  })

  test('are in the order of the bytes of their names', async () => {
    const attachments = ['é.json', 'b.json', 'aé.json'].map((name) => ({ name, ...json }))
    const file = await fill(await prepared('text'), { values: {}, filledAt: AT, attachments })
    const pdf = await open(file)
    const tree = dictOf(pdf, dictOf(pdf, pdf.getCatalog(), 'Names'), 'EmbeddedFiles')
    const names = arrayOf(pdf, tree, 'Names')?.toArray() ?? []
    const texts = names.map((item) => (item.type === 'string' ? item.asString() : null))
    expect(texts).toEqual(['b.json', null, 'aé.json', null, 'é.json', null])
  })

  test('of the same name are refused', async () => {
    const attachments = [
      { name: 'a', ...json },
      { name: 'a', ...json },
    ]
    const file = await prepared('text')
    await expect(fill(file, { values: {}, filledAt: AT, attachments })).rejects.toMatchObject({
      code: 'duplicate-attachment',
      details: ['a'],
    })
  })
})

test('a file that has been signed can no longer be filled', async () => {
  const pki = await makePki()
  const digitalId = await pki.issue('Jane Roe')
  const signed = await sign(await prepared('text'), { field: SIGNATURE, digitalId, signedAt: AT })
  await expect(fillOne(signed, { text: 'x' })).rejects.toMatchObject({ code: 'signed-since' })
})

test('the appearance on a rotated page is turned', async () => {
  const rectangle = { x: 100, y: 100, width: 20, height: 100 }
  const { bytes } = await prepare(samplePdf({ page: '/Rotate 90' }), {
    signers: [[{ type: 'text', page: 0, rectangle }]],
    preparedAt: AT,
  })
  const { pdf, widget } = (await readFields(await fillOne(bytes, { text: 'Jane' })))[NAME] ?? {}
  const appearance = pdf && dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
  expect(pdf && rectangleOf(pdf, appearance, 'BBox')).toMatchObject({ width: 100, height: 20 })
})
