/** Prepared fields that some software shows with other words, in another way or elsewhere than the envelope says. */
import { array, dict, name, number, string } from '@inkproof/pdf-signing/pdf/objects'
import { pagesOf } from '@inkproof/pdf-signing/pdf/pages'
import { beforeAll, expect, test } from '@jest/globals'
import {
  type Attack,
  move,
  numbers,
  type PdfValue,
  remove,
  SCRIPT,
  set,
  setAppearance,
  setOnWidget,
  showOn,
} from '../testing/form-attacks.ts'
import {
  FIELDS,
  isAccepted,
  OPTIONS,
  type Pdf,
  type PreparedSample,
  prepareSample,
  widgetOf,
} from '../testing/prepared-form.ts'

const { button, checkbox, group, list, signature, text } = FIELDS

let sample: PreparedSample
beforeAll(async () => {
  sample = await prepareSample()
})

const [first = '', second = '', third = ''] = OPTIONS
const options = (...items: PdfValue[]): Attack => set(list, 'Opt', array(...items))
const pair = (value: string, shown: string) => array(string(value), string(shown))

test.each<[string, Attack]>([
  ['pairs that show other words', options(pair(first, second), pair(second, first), string(third))],
  ['pairs that show the same words', options(pair(first, first), string(second), string(third))],
  ['another option', options(string(first), string(second), string('Never'))],
  ['options in another order', options(string(second), string(first), string(third))],
  ['a further option', options(string(first), string(second), string(third), string('Never'))],
  ['an option missing', options(string(first), string(second))],
  ['a name as option', options(name(first), string(second), string(third))],
  ['a free text', set(list, 'Ff', number((1 << 17) | (1 << 18)))],
  ['several selected options', set(list, 'Ff', number((1 << 17) | (1 << 21)))],
  ['the index of an option', set(list, 'I', array(number(1)))],
  ['the first option to show', set(list, 'TI', number(1))],
  ['a value', set(list, 'V', string(first))],
  ['a default', set(list, 'DV', string(first))],
  ['options of its widget', setOnWidget(list, 'Opt', array(string('Never')))],
])('a drop-down list with %s is another form', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

test.each<[string, Attack]>([
  ['a value', set(text, 'V', string('Yes'))],
  ['a default', set(text, 'DV', string('Yes'))],
  ['rich text', set(text, 'RV', string('<p>Yes</p>'))],
  ['another font', set(text, 'DA', string('/F0 1 Tf 1 g'))],
  ['no font', remove(text, 'DA')],
  ['its text in the middle', set(text, 'Q', number(1))],
  ['a name for people', set(text, 'TU', string('Your name'))],
  ['another label', set(checkbox, 'TU', string('Pets'))],
  ['another label of a list', set(list, 'TU', string('Zahlung'))],
  ['another label of a group', set(group, 'TU', string('Price'))],
  ['no label', remove(signature, 'TU')],
  ['a name for exports', set(text, 'TM', string('other'))],
  ['a maximum length', set(text, 'MaxLen', number(3))],
  ['a comb', set(text, 'Ff', number(1 << 24))],
  ['the flag ReadOnly', set(text, 'Ff', number(1))],
  ['the flag Password', set(text, 'Ff', number(1 << 13))],
  ['another type', set(text, 'FT', name('Ch'))],
  ['triggers of scripts', set(text, 'AA', dict({ K: SCRIPT }))],
  ['a script', set(text, 'JS', string('app.alert(1)'))],
  ['an action', setOnWidget(text, 'A', SCRIPT)],
  ['triggers of its widget', setOnWidget(text, 'AA', dict({ E: SCRIPT }))],
  ['a value of its widget', setOnWidget(text, 'V', string('Yes'))],
  ['a colour behind it', setOnWidget(text, 'MK', dict({ BG: array(number(1)) }))],
  ['a border', setOnWidget(text, 'Border', array(...numbers(0, 0, 9)))],
  ['a border style', setOnWidget(text, 'BS', dict({ W: number(9) }))],
  ['a layer', setOnWidget(text, 'OC', dict({ Type: name('OCG') }))],
  ['contents', setOnWidget(text, 'Contents', string('Yes'))],
  ['something drawn', setAppearance(text, 'N', 'BT ET')],
  ['something drawn under the pointer', setAppearance(text, 'R', '0 0 9 9 re f')],
  ['no appearance', (pdf) => widgetOf(pdf, text).delete('AP')],
  ['another name', set(text, 'T', string('other'))],
  ['no name', remove(text, 'T')],
])('a text with %s is another form', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

test.each<[string, Attack]>(
  [text, checkbox, list, button, signature].flatMap((field): [string, Attack][] => [
    [`${field} moved`, move(field, 1)],
    [`${field} wider`, move(field, 0, 1)],
    [`${field} of no size`, setOnWidget(field, 'Rect', array(...numbers(0, 0, 0, 0)))],
    [`${field} on the other page`, showOn(field, 1)],
    [`${field} on both pages`, showOn(field, 0, 1)],
    [`${field} twice on its page`, showOn(field, 0, 0)],
    [`${field} on no page`, showOn(field)],
    [`${field} that names another page`, (pdf) => namePage(pdf, field, 1)],
    [`${field} that names no page`, (pdf) => widgetOf(pdf, field).delete('P')],
    [`${field} that is hidden`, setOnWidget(field, 'F', number(2 | 4 | 128))],
    [`${field} that is only printed`, setOnWidget(field, 'F', number(4 | 32 | 128))],
    [`${field} that is not printed`, setOnWidget(field, 'F', number(128))],
    [`${field} that is shown under the pointer`, setOnWidget(field, 'F', number(4 | 128 | 256))],
    [`${field} without flags`, (pdf) => widgetOf(pdf, field).delete('F')],
    [`${field} that is turned`, setOnWidget(field, 'MK', dict({ R: number(90) }))],
    [`${field} that is not a widget`, setOnWidget(field, 'Subtype', name('FreeText'))],
  ]),
)('%s is another form', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

function namePage(pdf: Pdf, field: string, index: number) {
  const page = pagesOf(pdf)[index]
  if (page) widgetOf(pdf, field).set('P', page.ref)
}
