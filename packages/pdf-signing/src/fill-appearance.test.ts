/** Appearance streams that the caller made: the file contains them byte for byte. */
import { expect, test } from '@jest/globals'
import { PdfStream } from '@libpdf/core'
import type { FieldType } from './fields.ts'
import { type FieldValue, fill } from './fill.ts'
import { arrayOf, dictOf, rectangleOf, resolve, stringOf } from './pdf/objects.ts'
import { prepare } from './prepare.ts'
import { readFields } from './testing/read-pdf.ts'
import { samplePdf } from './testing/sample-pdfs.ts'

const AT = new Date('2026-01-02T03:04:05Z')
/** With bytes that text conversions would change: only the caller restricts what a stream contains. */
const STREAM = Buffer.from('q\n0 0 0 rg\n0 0 m\n10 0 l\n5 8.25 l\nh\nf\nQ\n%\xff\x80\r\n', 'latin1')

async function filled(type: FieldType, value: FieldValue, page = '') {
  const rectangle = { x: 100, y: 100, width: 120, height: 40 }
  const { bytes, fields } = await prepare(samplePdf({ page }), {
    signers: [[{ type, page: 0, rectangle }]],
    preparedAt: AT,
  })
  const name = fields[0]?.name ?? ''
  const file = await fill(bytes, { values: { [name]: value }, filledAt: AT })
  const found = (await readFields(file))[name]
  if (!found) throw new Error('The field is gone')
  const appearance = dictOf(found.pdf, dictOf(found.pdf, found.widget, 'AP'), 'N')
  if (!(appearance instanceof PdfStream)) throw new Error('The appearance is gone')
  return { ...found, appearance, file }
}

test.each<FieldType>(['signature', 'initials', 'stamp', 'name', 'email', 'date', 'text', 'number'])(
  'a field of the type %s has exactly the given stream',
  async (type) => {
    const { pdf, appearance } = await filled(type, { appearance: STREAM })
    expect(Buffer.from(appearance.getDecodedData()).equals(STREAM)).toBe(true)
    const resources = dictOf(pdf, appearance, 'Resources')
    expect([...(resources?.keys() ?? ['none'])]).toEqual([])
  },
)

test.each([
  [0, { width: 120, height: 40 }, [1, 0, 0, 1, 0, 0]],
  [90, { width: 40, height: 120 }, [0, 1, -1, 0, 120, 0]],
  [180, { width: 120, height: 40 }, [-1, 0, 0, -1, 120, 40]],
  [270, { width: 40, height: 120 }, [0, -1, 1, 0, 0, 40]],
])('on a page rotated by %s, the stream is turned with the page', async (rotation, box, matrix) => {
  const { pdf, appearance } = await filled(
    'signature',
    { appearance: STREAM },
    `/Rotate ${rotation}`,
  )
  expect(Buffer.from(appearance.getDecodedData()).equals(STREAM)).toBe(true)
  expect(rectangleOf(pdf, appearance, 'BBox')).toEqual({ x: 0, y: 0, ...box })
  const numbers = arrayOf(pdf, appearance, 'Matrix')?.toArray() ?? []
  expect(numbers.map((item) => resolve(pdf, item))).toMatchObject(
    matrix.map((value) => ({ value })),
  )
})

test('a text field also has the text as its value, in any script', async () => {
  const { pdf, field } = await filled('name', { appearance: STREAM, text: '王小明 محمد' })
  expect(stringOf(pdf, field, 'V')).toBe('王小明 محمد')
})

test('a text field without a text has no value', async () => {
  const { field } = await filled('initials', { appearance: STREAM })
  expect(field.has('V')).toBe(false)
})

test('the value of a signature field stays free for the signature', async () => {
  const { field } = await filled('signature', { appearance: STREAM, text: 'Jane Roe' })
  expect(field.has('V')).toBe(false)
})

test('no font is embedded for streams alone', async () => {
  const { file } = await filled('signature', { appearance: STREAM })
  expect(
    Buffer.from(file)
      .toString('latin1')
      .match(/\/FontFile2/g),
  ).toHaveLength(1)
})

test('a checkbox has no free appearance', async () => {
  await expect(filled('checkbox', { appearance: STREAM })).rejects.toMatchObject({
    code: 'wrong-value',
  })
})
