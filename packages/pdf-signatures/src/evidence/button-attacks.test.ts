/** Prepared buttons that some software shows with another answer, or whose states look different from what the page draws. */
import { array, arrayOf, dict, name, number, string } from '@inkproof/pdf-signing/pdf/objects'
import { open } from '@inkproof/pdf-signing/pdf/open'
import { makeTexts } from '@inkproof/texts/make-texts'
import { beforeAll, expect, test } from '@jest/globals'
import { finishRequest } from '../testing/finished-request.ts'
import {
  type Attack,
  draw,
  exchange,
  numbers,
  rename,
  set,
  setAppearance,
  setOnStream,
  setOnWidget,
} from '../testing/form-attacks.ts'
import {
  FIELDS,
  fieldOf,
  isAccepted,
  type PreparedSample,
  prepareSample,
  statesOf,
  widgetOf,
} from '../testing/prepared-form.ts'
import { checkSignedPdf } from './check-signed-pdf.ts'
import { verifyRequest } from './verify-request.ts'
import { formatSignedPdf } from './wording.ts'

const { button, checkbox, group, other } = FIELDS

let sample: PreparedSample
beforeAll(async () => {
  sample = await prepareSample()
})

const exchangeNames: Attack = (pdf) => {
  const [first, second] = [widgetOf(pdf, button), widgetOf(pdf, other)]
  const [states, otherStates] = [statesOf(pdf, first), statesOf(pdf, second)]
  const [on, otherOn] = [states.get(button), otherStates.get(other)]
  states.delete(button)
  otherStates.delete(other)
  if (on && otherOn) {
    states.set(other, on)
    otherStates.set(button, otherOn)
  }
}

const reverseKids: Attack = (pdf) => {
  const kids = arrayOf(pdf, fieldOf(pdf, group), 'Kids')?.toArray() ?? []
  fieldOf(pdf, group).set('Kids', array(...kids.toReversed()))
}

test.each<[string, Attack]>([
  ['the names of two buttons exchanged', exchangeNames],
  ['the buttons in another order', reverseKids],
  ['"on" drawn as "off" and the other way round', exchange(button, button, button, 'Off')],
  ['a dot in "off"', exchange(button, 'Off', other, other)],
  ['another drawing for "on"', draw(button, button, '0 0 10 10 re f')],
  ['nothing drawn for "on"', draw(button, button, '')],
  ['another drawing for "off"', draw(button, 'Off', '0 0 10 10 re f')],
  ['a third state', draw(button, 'Maybe', '')],
  ['a state renamed', rename(button, button, 'Yes')],
  ['a name that two buttons share', rename(other, other, button)],
  ['no drawing of "off"', (pdf) => statesOf(pdf, widgetOf(pdf, button)).delete('Off')],
  ['a button selected', setOnWidget(button, 'AS', name(button))],
  ['no state', (pdf) => widgetOf(pdf, button).delete('AS')],
  ['a value', set(group, 'V', name(button))],
  ['a default', set(group, 'DV', name(button))],
  ['a value of a button', setOnWidget(button, 'V', name(button))],
  ['export values', set(group, 'Opt', array(string('Monthly'), string('Yearly')))],
  ['the flag RadiosInUnison', set(group, 'Ff', number((1 << 15) | (1 << 25)))],
  ['the flag Pushbutton', set(group, 'Ff', number((1 << 15) | (1 << 16)))],
  ['a caption', setOnWidget(button, 'MK', dict({ CA: string('8') }))],
  ['another name of the group', set(group, 'T', string('signer-01-group-0005'))],
])('radio buttons with %s are another form', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

test.each<[string, Attack]>([
  ['a tick in "off"', exchange(checkbox, 'Yes', checkbox, 'Off')],
  ['no tick in "on"', draw(checkbox, 'Yes', '0.5 w 0.5 0.5 13.12346 16.7 re S')],
  ['a tick that is moved', draw(checkbox, 'Yes', tick(2.9))],
  ['another operator', draw(checkbox, 'Yes', tick(2.82469, 'f'))],
  ['more drawn', draw(checkbox, 'Yes', `${tick(2.82469)} 0 0 9 9 re f`)],
  ['a number that readers take for two', draw(checkbox, 'Yes', tick('282469e-5'))],
  ['resources', draw(checkbox, 'Yes', tick(2.82469), { Font: dict({}) })],
  [
    'a drawing that is clipped',
    setOnStream(checkbox, 'Yes', 'BBox', array(...numbers(0, 0, 1, 1))),
  ],
  [
    'a drawing that is moved',
    setOnStream(checkbox, 'Yes', 'Matrix', array(...numbers(1, 0, 0, 1, 9, 0))),
  ],
  ['a layer', setOnStream(checkbox, 'Yes', 'OC', dict({}))],
  ['another filter', setOnStream(checkbox, 'Yes', 'Filter', name('ASCIIHexDecode'))],
  ['a state of another name', rename(checkbox, 'Yes', 'On')],
  ['a drawing for a pressed button', setAppearance(checkbox, 'D', '0 0 9 9 re f')],
  ['a value', set(checkbox, 'V', name('Yes'))],
  ['a state', set(checkbox, 'AS', name('Yes'))],
  ['a default', set(checkbox, 'DV', name('Yes'))],
  ['the flag ReadOnly', set(checkbox, 'Ff', number(1))],
  ['a caption', set(checkbox, 'MK', dict({ CA: string('8') }))],
])('a checkbox with %s is another form', async (_what, attack) => {
  expect(await isAccepted(sample, attack)).toBe(false)
})

/** The drawing of the selected checkbox, with another number or operator. */
function tick(x: number | string, end = 'S'): string {
  return `0.5 w 0.5 0.5 13.123456789 16.7 re S 1.2 w ${x} 8.85 m 5.93185185138 4.425 l 11.2987654312 14.16 l ${end}`
}

test('the same drawing, written again, is the same form', async () => {
  expect(await isAccepted(sample, draw(checkbox, 'Yes', tick(2.82469)))).toBe(true)
})

const BUTTON = 'signer-01-field-0006'

test('a finished PDF whose prepared form shows other answers is not valid', async () => {
  const { file, input, root } = await finishRequest({
    prepared: async (bytes) => {
      const pdf = await open(bytes)
      exchange(BUTTON, BUTTON, BUTTON, 'Off')(pdf)
      return pdf.save()
    },
  })
  const now = new Date('2026-11-20T12:00:00Z')
  const { report, request } = await checkSignedPdf(file, { authorities: [root], now })
  const check = request && (await verifyRequest(request, { ...input, now }))
  const failed = check?.checks.filter(({ outcome }) => outcome === 'failed')
  expect(failed).toMatchObject([{ id: 'document', reason: 'FORM_DIFFERS' }])
  const texts = makeTexts((message) => message)
  expect(formatSignedPdf(report, check ?? undefined, texts, 'UTC')).toMatchObject({
    code: 'broken',
    tone: 'negative',
    headline: 'The evidence is not valid.',
    context:
      'The form in the PDF is not the one that the signing request describes. Do not rely on this copy. Ask the sender for the original file.',
  })
})
