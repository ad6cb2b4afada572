import { expect, test } from '@jest/globals'
import { formFieldsOf } from './form-fields.ts'

const WIDGET = { subtype: 'Widget', fieldType: 'Tx', rect: [10, 20, 110, 40] }

test.each([
  ['a text field', {}, 'text'],
  ['a checkbox', { fieldType: 'Btn', checkBox: true }, 'checkbox'],
  ['a signature field', { fieldType: 'Sig' }, 'signature'],
])('offers %s', (_, change, type) => {
  expect(formFieldsOf(3, [{ ...WIDGET, ...change }])).toEqual([
    { type, page: 3, rectangle: { x: 10, y: 20, width: 100, height: 20 } },
  ])
})

test.each([
  ['a push button', { fieldType: 'Btn', checkBox: false }],
  ['a read-only field', { readOnly: true }],
  ['a hidden field', { hidden: true }],
  ['a field without a size', { rect: [10, 20, 10, 20] }],
  ['a field with a damaged rectangle', { rect: [10, Number.NaN, 110, 40] }],
  ['a field without a rectangle', { rect: undefined }],
  ['another annotation', { subtype: 'Link' }],
])('does not offer %s', (_, change) => {
  expect(formFieldsOf(1, [{ ...WIDGET, ...change }])).toEqual([])
})

test.each([
  ['its description', { alternativeText: ' Delivery\tdate ', fieldName: 'f1' }, 'Delivery date'],
  ['its name', { alternativeText: '', fieldName: 'page[0].delivery_date[0]' }, 'delivery date'],
  ['no more than fits', { fieldName: 'é'.repeat(200) }, 'é'.repeat(50)],
  ['nothing for a name that says nothing', { fieldName: 'topmost[0].f1_02[0]' }, undefined],
  ['nothing for a number', { fieldName: 'Text Field 12' }, undefined],
])('the label of a field is %s', (_, change, label) => {
  expect(formFieldsOf(1, [{ ...WIDGET, ...change }])[0]?.label).toBe(label)
})

test('corners may be given in any order', () => {
  const [field] = formFieldsOf(1, [{ ...WIDGET, rect: [110, 40, 10, 20] }])
  expect(field?.rectangle).toEqual({ x: 10, y: 20, width: 100, height: 20 })
})
