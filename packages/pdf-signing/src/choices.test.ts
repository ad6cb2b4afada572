/** Drop-down lists and groups of radio buttons, as other programs find them in a file. */
import { expect, test } from '@jest/globals'
import { PdfStream } from '@libpdf/core'
import type { RequestedField } from './fields.ts'
import { type FieldValue, fill } from './fill.ts'
import { formFields } from './pdf/form-fields.ts'
import { arrayOf, dictOf, nameOf, numberOf, resolve, stringOf } from './pdf/objects.ts'
import { open } from './pdf/open.ts'
import { prepare } from './prepare.ts'
import { lockedNames, readFields } from './testing/read-pdf.ts'
import { samplePdf } from './testing/sample-pdfs.ts'

const AT = new Date('2026-01-02T03:04:05Z')
const STREAM = Buffer.from('q\n0 0 0 rg\n0 0 m\n10 0 l\n5 8.25 l\nh\nf\nQ\n')
const OPTIONS = ['Monthly', 'Jährlich (12 ×)', '王小明']

const button = (y: number, group: number): RequestedField => ({
  type: 'radio',
  page: 0,
  rectangle: { x: 100, y, width: 14, height: 14 },
  group,
})

/** A drop-down list, two groups of buttons whose order is mixed, and the signature. */
const FIELDS: RequestedField[] = [
  {
    type: 'dropdown',
    page: 0,
    rectangle: { x: 100, y: 500, width: 120, height: 20 },
    options: OPTIONS,
  },
  button(400, 7),
  button(360, 3),
  button(380, 7),
  button(340, 3),
  { type: 'signature', page: 0, rectangle: { x: 100, y: 100, width: 120, height: 40 } },
]
const [LIST, FIRST, OTHER, SECOND] = [1, 2, 3, 4].map((index) => `signer-01-field-000${index}`)
const [GROUP, OTHER_GROUP] = ['signer-01-group-0002', 'signer-01-group-0003']

const prepareAll = () => prepare(samplePdf(), { signers: [FIELDS], preparedAt: AT })

async function filled(values: Record<string, FieldValue>) {
  const { bytes } = await prepareAll()
  return fill(bytes, { values, filledAt: AT })
}

/** The state that each button of a group has and shows, and the value of the group. */
async function readGroup(file: Uint8Array, name = GROUP) {
  const pdf = await open(file)
  const group = formFields(pdf).find((field) => field.name === name)
  return {
    value: nameOf(pdf, group?.dict, 'V'),
    flags: numberOf(pdf, group?.dict, 'Ff'),
    buttons: group?.widgets
      .map(({ dict }) => {
        const states = dictOf(pdf, dictOf(pdf, dict, 'AP'), 'N')
        const names = [...(states?.keys() ?? [])].map(({ value }) => value)
        return [names.toSorted().toReversed(), nameOf(pdf, dict, 'AS')]
      })
      .toSorted(([[a = ''] = []], [[b = ''] = []]) => (String(a) < String(b) ? -1 : 1)),
  }
}

test('a drop-down list is a combo box with its options', async () => {
  const { bytes } = await prepareAll()
  const { field, pdf, type } = (await readFields(bytes))[LIST ?? ''] ?? {}
  expect([type, pdf && numberOf(pdf, field, 'Ff')]).toEqual(['Ch', 1 << 17])
  const options = pdf && arrayOf(pdf, field as never, 'Opt')?.toArray()
  expect(options?.map((item) => (item.type === 'string' ? item.asString() : null))).toEqual(OPTIONS)
})

test('the chosen option is the value, and its appearance is the given stream', async () => {
  const file = await filled({ [LIST ?? '']: { appearance: STREAM, text: '王小明' } })
  const { field, pdf, widget } = (await readFields(file))[LIST ?? ''] ?? {}
  expect(pdf && stringOf(pdf, field, 'V')).toBe('王小明')
  const shown = pdf && dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
  expect(shown instanceof PdfStream && Buffer.from(shown.getDecodedData())).toEqual(STREAM)
  // Still a combo box, which can no longer be changed.
  expect(pdf && numberOf(pdf, field, 'Ff')).toBe((1 << 17) | 1)
})

test('radio buttons with the same number are one field, with a state of its own for each', async () => {
  const { bytes, fields } = await prepareAll()
  expect(fields.map(({ group, name }) => [name, group])).toEqual([
    [LIST, undefined],
    [FIRST, GROUP],
    [OTHER, OTHER_GROUP],
    [SECOND, GROUP],
    ['signer-01-field-0005', OTHER_GROUP],
    ['signer-01-signature', undefined],
  ])
  expect(await readGroup(bytes)).toEqual({
    value: 'Off',
    flags: 1 << 15,
    buttons: [
      [[FIRST, 'Off'], 'Off'],
      [[SECOND, 'Off'], 'Off'],
    ],
  })
})

test('the appearances of the two states of a radio button differ', async () => {
  const pdf = await open((await prepareAll()).bytes)
  const { widgets = [] } = formFields(pdf).find(({ name }) => name === GROUP) ?? {}
  const states = widgets
    .map(({ dict }) => dictOf(pdf, dictOf(pdf, dict, 'AP'), 'N'))
    .find((item) => item?.has(FIRST ?? ''))
  const [on, off] = [FIRST ?? '', 'Off'].map((state) => {
    const stream = resolve(pdf, states?.get(state))
    return stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()).toString() : ''
  })
  expect(off).toMatch(/^0\.5 w .* s$/)
  expect(on?.startsWith(`${off} `)).toBe(true)
  expect(on).toMatch(/ f$/)
})

test('a selected button is the value of its group; the other groups stay as they are', async () => {
  const file = await filled({
    [SECOND ?? '']: { checked: true },
    [FIRST ?? '']: { checked: false },
  })
  expect(await readGroup(file)).toMatchObject({
    value: SECOND,
    flags: (1 << 15) | 1,
    buttons: [
      [[FIRST, 'Off'], 'Off'],
      [[SECOND, 'Off'], SECOND],
    ],
  })
  expect(await readGroup(file, OTHER_GROUP)).toMatchObject({ value: 'Off' })
})

test('two selected buttons of a group are refused', async () => {
  const values = { [FIRST ?? '']: { checked: true }, [SECOND ?? '']: { checked: true } }
  await expect(filled(values)).rejects.toMatchObject({ code: 'wrong-value', details: [GROUP] })
})

test.each([
  ['a text for a button', FIRST, { text: 'x' }],
  ['a picture for a button', FIRST, { appearance: STREAM }],
  ['a selection in a list', LIST, { checked: true }],
  ['lines for a list', LIST, { lines: ['x'] }],
])('%s is refused', async (_what, name, value) => {
  await expect(filled({ [name ?? '']: value })).rejects.toMatchObject({ code: 'wrong-value' })
})

test('a group is not filled by its own name', async () => {
  await expect(filled({ [GROUP ?? '']: { checked: true } })).rejects.toMatchObject({
    code: 'unknown-field',
  })
})

test('the signer’s signature locks each group once', async () => {
  const { field, pdf } = (await readFields((await prepareAll()).bytes))['signer-01-signature'] ?? {}
  expect(pdf && lockedNames(pdf, field as never)).toEqual([LIST, GROUP, OTHER_GROUP])
})
