/**
 * Attacks on the fields of a finished PDF, made before the first signature: another answer than was signed is in the file, or
 * some software shows another one.
 */
import { emptyAppearance } from '@inkproof/pdf-signing/pdf/appearance'
import { type FormField, findField } from '@inkproof/pdf-signing/pdf/form-fields'
import { array, dict, dictOf, name, number, string } from '@inkproof/pdf-signing/pdf/objects'
import { append, open } from '@inkproof/pdf-signing/pdf/open'
import { expect, test } from '@jest/globals'
import { type FinishedOptions, finishRequest } from '../testing/finished-request.ts'
import { checkSignedPdf } from './check-signed-pdf.ts'
import { verifyRequest } from './verify-request.ts'

const TEXT = 'signer-01-field-0001'
const CHECKBOX = 'signer-01-field-0002'
const LIST = 'signer-01-field-0005'
const GROUP = 'signer-01-group-0006'
const BUTTON = 'signer-01-field-0006'
const OTHER = 'signer-01-field-0007'

type Pdf = Awaited<ReturnType<typeof open>>
type Change = (field: FormField, pdf: Pdf) => void

/** The first reason why the request is not verified, if the filled field is changed so. */
async function reasonFor(fieldName: string, change: Change, options: FinishedOptions = {}) {
  const { file, input, root } = await finishRequest({
    ...options,
    filled: async (filled) => {
      const pdf = await open(filled)
      change(findField(pdf, fieldName) as FormField, pdf)
      return append(pdf)
    },
  })
  const { request } = await checkSignedPdf(file, { authorities: [root], now: NOW })
  const check = request && (await verifyRequest(request, { ...input, now: NOW }))
  const first = check?.checks.find(({ outcome }) => outcome !== 'passed')
  return [check?.verdict, first?.reason]
}

const NOW = new Date('2026-11-20T12:00:00Z')
const NOT_WHAT_WAS_SIGNED = ['broken', 'CONTENT_DIFFERS']
const EMPTY = { empty: [TEXT, CHECKBOX, LIST, BUTTON] }

test('unchanged fields are what was signed, also if they are empty', async () => {
  for (const options of [{}, EMPTY])
    expect(await reasonFor(TEXT, () => undefined, options)).toEqual(['verified', undefined])
})

/** Sets the value of the group, and the shown state of its buttons. */
function setStates(states: Record<string, string>): Change {
  return (group, pdf) => {
    group.dict.set('V', name(states['V'] ?? ''))
    for (const { dict: widget } of group.widgets) {
      const on = statesOf(pdf, widget)
      for (const button of [BUTTON, OTHER])
        if (on?.has(button)) widget.set('AS', name(states[button] ?? 'Off'))
    }
  }
}

function statesOf(pdf: Pdf, widget: FormField['dict']) {
  return dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
}

test.each([
  ['another button is selected', { V: OTHER, [OTHER]: OTHER }],
  ['another button is shown as selected', { V: BUTTON, [OTHER]: OTHER }],
  ['two buttons are shown as selected', { V: BUTTON, [BUTTON]: BUTTON, [OTHER]: OTHER }],
  ['no button is selected', { V: 'Off' }],
  ['no button is shown as selected', { V: BUTTON }],
  ['another button is the value', { V: OTHER, [BUTTON]: BUTTON }],
  ['no button is the value', { V: 'Off', [BUTTON]: BUTTON }],
])('if %s than was signed, the PDF is not what was signed', async (_what, states) => {
  expect(await reasonFor(GROUP, setStates(states))).toEqual(NOT_WHAT_WAS_SIGNED)
})

/** Renames the state "on" of a button, and exchanges what its states look like. */
function renameState(button: string, state: string): Change {
  return (group, pdf) => {
    const widget = group.widgets.find((one) => statesOf(pdf, one.dict)?.has(button))
    const states = widget && statesOf(pdf, widget.dict)
    const on = states?.get(button)
    const off = states?.get('Off')
    if (!on || !off) throw new Error('no such button')
    // What is shown while the button is not selected is the dot.
    widget?.dict.set('AP', dict({ N: dict({ [state]: off, Off: on }) }))
  }
}

test.each([
  ['a signature', OTHER, 'final-signature'],
  ['another button', BUTTON, OTHER],
  ['nothing that exists', OTHER, 'other'],
])('a state of a button that is renamed to %s is noticed', async (_what, button, state) => {
  expect(await reasonFor(GROUP, renameState(button, state), EMPTY)).toEqual(NOT_WHAT_WAS_SIGNED)
})

const onWidgets =
  (key: string, value: Parameters<FormField['dict']['set']>[1]): Change =>
  ({ widgets }) => {
    for (const widget of widgets) widget.dict.set(key, value)
  }
const onField =
  (key: string, value: Parameters<FormField['dict']['set']>[1]): Change =>
  ({ dict: field }) =>
    field.set(key, value)

test.each<[string, string, Change]>([
  ['the indices of its options at the widget', LIST, onWidgets('I', array(number(1)))],
  ['the indices of its options', LIST, onField('I', array(number(1)))],
  ['a value of the widget', LIST, onWidgets('V', string('Yearly'))],
  ['an array as value', LIST, onField('V', array(string('Yearly')))],
  ['a name as value', LIST, onField('V', name('Yearly'))],
  ['another option', LIST, onField('V', string('Yearly'))],
  ['rich text', TEXT, onField('RV', string('<p>Other</p>'))],
  ['a value of the widget', TEXT, onWidgets('V', string('Other'))],
  ['a stream as value', TEXT, (field, pdf) => field.dict.set('V', emptyAppearanceOf(pdf))],
  ['another text', TEXT, onField('V', string('Other'))],
  ['no state of a button', GROUP, ({ widgets }) => widgets[1]?.dict.delete('AS')],
  ['a value of a button', GROUP, ({ widgets }) => widgets[1]?.dict.set('V', name(OTHER))],
  ['a string as value', GROUP, onField('V', string(OTHER))],
  ['a value of no button', GROUP, onField('V', name('Monthly'))],
  ['a string as value', CHECKBOX, onField('V', string('Yes'))],
  ['no state', CHECKBOX, ({ dict: field }) => field.delete('AS')],
])('%s of a field is noticed: %s', async (_what, fieldName, change) => {
  expect(await reasonFor(fieldName, change, EMPTY)).toEqual(NOT_WHAT_WAS_SIGNED)
})

const tick: Change = ({ dict: field }) => {
  field.set('V', name('Yes'))
  field.set('AS', name('Yes'))
}

test.each<[string, string, string, Change]>([
  ['a text', TEXT, 'Two rooms', onField('V', string('Two rooms'))],
  ['a tick', CHECKBOX, '1', tick],
])(
  'a default that nobody stated is not accepted, although it cannot be changed: %s',
  async (_what, id, preset, change) => {
    const options = { empty: EMPTY.empty.filter((one) => one !== id), unstated: { [id]: preset } }
    expect(await reasonFor(id, change, options)).toEqual(['broken', 'DEFAULT_CHANGED'])
  },
)

function emptyAppearanceOf(pdf: Pdf) {
  return emptyAppearance(pdf, { width: 9, height: 9, matrix: [1, 0, 0, 1, 0, 0] })
}
