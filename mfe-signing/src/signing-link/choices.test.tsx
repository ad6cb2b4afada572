/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope } from '@inkproof/signing/envelope'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { readEnteredFor, removeEnteredFor, writeEnteredFor } from '../filling/entered-db.ts'
import { openLinkedPage } from '../testing/linked-page.tsx'
import { sampleDraft } from '../testing/sample-draft.ts'
import { field, LINK_ID } from '../testing/sample-linked-request.ts'
import {
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'

HTMLElement.prototype.hasPointerCapture = () => false

let link: SigningLinkService
let page: ReturnType<typeof openLinkedPage>

afterEach(async () => {
  sessionStorage.clear()
  page.close()
  await removeEnteredFor(LINK_ID)
  await link.stop()
})

/** What the sender calls fields, by their ID. */
type Labels = Readonly<Record<string, string>>

type Further = 'checkbox' | 'initials'

/** Two buttons, a list and the signature, for which nothing needs to be drawn yet; and `further` fields. */
async function open(required: boolean, further: Further[] = [], labels: Labels = {}) {
  const fields = [
    field('ben-first', 'radio', 650, { required }),
    field('ben-other', 'radio', 620, { required }),
    field('ben-list', 'dropdown', 550, { required }),
    ...further.map((type, index) => field(`ben-${type}`, type, 500 - index * 50, { required })),
    field('ben-signature', 'signature', 120),
  ].map((one) => ({ ...one, ...(labels[one.id] && { label: labels[one.id] }) }))
  const describe = (description: Envelope): Envelope => ({
    ...description,
    fields: description.fields.map((item) => {
      if (item.type === 'radio') return { ...item, group: 'choice' }
      return item.type === 'dropdown' ? { ...item, validation: { options: ['A', 'B'] } } : item
    }),
  })
  link = await startSigningLinkService({ fields, describe })
  page = openLinkedPage()
  await page.user.click(await screen.findByRole('button', { name: /Review and|Continue signing/ }))
  return within(await screen.findByRole('region', { name: 'Fill in the document' }))
}

const entered = async () => (await readEnteredFor(LINK_ID)).values
const SELECTED = { kind: 'checkbox', isSelected: true }
const buttonOnPage = (index: number) =>
  screen.getAllByRole('radio', { name: /^Single choice, answer [12] of 2, .*page 1$/ })[
    index
  ] as HTMLElement

test('a tap on a button selects it instead of the other one, and counts as one answer', async () => {
  const guide = await open(true)
  expect(guide.getByText('0 of 3 filled in')).toBeTruthy()
  await page.user.click(buttonOnPage(0))
  expect(guide.getByText('1 of 3 filled in')).toBeTruthy()
  await page.user.click(buttonOnPage(1))
  await waitFor(async () => expect(await entered()).toEqual({ 'ben-other': SELECTED }))
  expect(buttonOnPage(1).getAttribute('aria-checked')).toBe('true')
  expect(guide.getByText('1 of 3 filled in')).toBeTruthy()
})

test('the guide offers all answers of the question', async () => {
  const guide = await open(true)
  await page.user.click(guide.getByRole('button', { name: 'Start' }))
  expect(guide.getByRole('radiogroup', { name: 'Choose one answer' })).toBeTruthy()
  await page.user.click(guide.getByRole('radio', { name: 'Answer 2 of 2' }))
  await waitFor(async () => expect(await entered()).toEqual({ 'ben-other': SELECTED }))
  expect(guide.queryByRole('button', { name: 'Clear selection' })).toBeNull()
})

test('each button is named by its answer, and by whether one is required', async () => {
  await open(true)
  const names = () =>
    screen.getAllByRole('radio').map((button) => button.getAttribute('aria-label'))
  expect(names()).toEqual([
    'Single choice, answer 1 of 2, required, page 1',
    'Single choice, answer 2 of 2, required, page 1',
  ])
  page.close()
  await link.stop()
  await open(false)
  expect(names()).toEqual([
    'Single choice, answer 1 of 2, page 1',
    'Single choice, answer 2 of 2, page 1',
  ])
})

test('the mark on the page follows the answer that is chosen in the guide', async () => {
  const guide = await open(true)
  await page.user.click(guide.getByRole('button', { name: 'Start' }))
  const marked = () => [0, 1].map((index) => buttonOnPage(index).getAttribute('aria-current'))
  expect(marked()).toEqual(['true', null])
  const answer = guide.getByRole('radio', { name: 'Answer 2 of 2' })
  await page.user.click(answer)
  expect(marked()).toEqual([null, 'true'])
  expect(document.activeElement).toBe(answer)
})

test('an answer that is not required can be cleared', async () => {
  const guide = await open(false)
  await page.user.click(buttonOnPage(0))
  expect(guide.getByRole('radiogroup', { name: 'Choose one answer · optional' })).toBeTruthy()
  await page.user.click(guide.getByRole('button', { name: 'Clear selection' }))
  await waitFor(async () => expect(await entered()).toEqual({}))
  expect(guide.getByText('No answer is selected.')).toBeTruthy()
  expect(document.activeElement).toBe(guide.getByRole('radio', { name: 'Answer 1 of 2' }))
})

test('an option of a drop-down list is chosen, and given up if it is not required', async () => {
  const guide = await open(false)
  await page.user.click(screen.getByRole('button', { name: 'Drop-down list, page 1' }))
  const list = () => guide.getByRole('combobox', { name: /Drop-down list/ })
  const choose = async (name: string) => {
    await page.user.click(list())
    await page.user.click(await screen.findByRole('option', { name }))
  }
  const hasB = async () =>
    expect(await entered()).toEqual({ 'ben-list': { kind: 'text', text: 'B' } })
  await choose('B')
  await waitFor(hasB)
  expect(list().textContent).toBe('B')
  await choose('No selection')
  await waitFor(async () => expect(await entered()).toEqual({}))
  expect(list().textContent).toBe('Choose')
  await choose('B')
  await waitFor(hasB)
  expect(list().textContent).toBe('B')
})

test('Next on an open question focuses its control', async () => {
  const guide = await open(true, ['checkbox'])
  const next = () => page.user.click(guide.getByRole('button', { name: /^(Start|Next)$/ }))
  for (const [open, control, answer] of [
    [/^Single choice, answer 1/, () => guide.getByRole('radio', { name: 'Answer 1 of 2' }), ' '],
    [/^Drop-down list, /, () => guide.getByRole('combobox'), '{Enter}{Enter}'],
    [/^Checkbox, /, () => guide.getByRole('checkbox'), ' '],
  ] as const) {
    await next()
    expect(screen.getByLabelText(open).getAttribute('aria-current')).toBe('true')
    expect(document.activeElement).toBe(control())
    await next()
    expect(document.activeElement).toBe(control())
    await page.user.keyboard(answer)
  }
  await next()
  const sign = guide.getByRole('button', { name: 'Add your signature' })
  expect(document.activeElement).not.toBe(sign)
  await next()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('fields are called what the sender calls them, on the page, in the guide and if something is missing', async () => {
  const labels = {
    ...{ 'ben-first': 'Rent', 'ben-other': 'Rent' },
    ...{ 'ben-list': 'Paid by', 'ben-checkbox': 'Keys received' },
  }
  const guide = await open(true, ['checkbox'], labels)
  const next = () => page.user.click(guide.getByRole('button', { name: /^(Start|Next)$/ }))
  for (const [name, control] of [
    ['Rent', () => guide.getByRole('radiogroup', { name: 'Rent' })],
    ['Paid by', () => guide.getByRole('combobox', { name: 'Paid by' })],
    ['Keys received', () => guide.getByRole('checkbox', { name: 'Keys received' })],
  ] as const) {
    await next()
    expect(control()).toBeTruthy()
    expect(screen.getAllByLabelText(new RegExp(`^${name}, .*required, page 1$`))).not.toEqual([])
    await next()
    expect(guide.getByText(`“${name}” is required.`)).toBeTruthy()
    await page.user.keyboard(name === 'Paid by' ? '{Enter}{Enter}' : ' ')
    expect(guide.queryByText(`“${name}” is required.`)).toBeNull()
  }
})

test('a tap on a button or a box leaves the focus there', async () => {
  await open(true, ['checkbox'])
  await page.user.click(buttonOnPage(1))
  expect(document.activeElement).toBe(buttonOnPage(1))
  const box = screen.getByRole('checkbox', { name: /^Checkbox, .*page 1$/ })
  await page.user.click(box)
  expect(document.activeElement).toBe(box)
})

const OPTIONAL = [
  ['radio', 'Answer 1 of 2'],
  ['combobox', /^Drop-down list/],
  ['checkbox', /^Selected/],
  ['button', 'Add your initials'],
] as const

test('the guide leads to required fields first, then offers the optional ones once, beside “Continue”', async () => {
  const guide = await open(false, ['checkbox', 'initials'])
  expect(guide.getByRole('button', { name: 'Start' })).toBeTruthy()
  expect(guide.queryByRole('button', { name: 'Next optional field' })).toBeNull()
  page.close()
  await link.stop()
  const { value } = sampleDraft().fields[1] ?? {}
  if (value)
    await writeEnteredFor({ link: LINK_ID, values: { 'ben-signature': value }, code: null })
  const filled = await open(false, ['checkbox', 'initials'])
  expect(filled.getByText('1 of 1: all required fields are filled in.')).toBeTruthy()
  for (const [role, name] of OPTIONAL) {
    expect(filled.getByRole('button', { name: 'Continue' })).toBeTruthy()
    await page.user.click(filled.getByRole('button', { name: 'Next optional field' }))
    expect(document.activeElement).toBe(filled.getByRole(role, { name }))
  }
  expect(filled.queryByRole('button', { name: 'Next optional field' })).toBeNull()
  await page.user.click(filled.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Agree and sign' })).toBeTruthy()
})
