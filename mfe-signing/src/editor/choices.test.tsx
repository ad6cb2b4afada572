/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { addField } from '../testing/add-field.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { samplePdf } from '../testing/sample-draft.ts'
import { signOutNow } from '../testing/sign-in.ts'
import { dayOf } from '../values/day.ts'
import { discardDraft, draftState, restoreDrafts, startDraft, useDraft } from './draft.store.ts'
import { Editor } from './editor.tsx'

HTMLElement.prototype.scrollIntoView = () => {}
HTMLElement.prototype.hasPointerCapture = () => false

let page: ReturnType<typeof openSigning>

beforeEach(async () => {
  stubLayout()
  signOutNow()
  await restoreDrafts()
  await startDraft(new File([samplePdf()], 'Lease.pdf', { type: 'application/pdf' }))
  page = openSigning(<CurrentEditor />)
})
afterEach(async () => {
  page.close()
  await discardDraft()
})

function CurrentEditor() {
  const state = useDraft()
  if (state.status !== 'open' || state.draft === null) return null
  return <Editor draft={state.draft} file={state.file} onContinue={() => {}} />
}

function fields() {
  const { draft } = { draft: null, ...draftState() }
  return draft?.fields ?? []
}

const add = (name: string) => addField(page.user, name)

const selection = () => fields().map(({ value }) => value?.kind === 'checkbox' && value.isSelected)
const boxes = () =>
  screen.findAllByRole('group', { name: /^Single choice, answer [1-9] of [1-9], page 1$/ })

async function press(name: string) {
  await page.user.click(await screen.findByRole('button', { name }))
}

async function choose(list: RegExp, option: string) {
  await page.user.click(screen.getByRole('combobox', { name: list }))
  await page.user.click(await screen.findByRole('option', { name: option }))
}

test('a new drop-down list asks for its options, of which one can be chosen', async () => {
  await add('Drop-down list')
  const dialog = within(await screen.findByRole('dialog', { name: 'Drop-down list' }))
  await page.user.type(dialog.getByRole('textbox', { name: /Options/ }), 'Monthly{Enter}Yearly')
  await page.user.click(dialog.getByRole('button', { name: 'Done' }))
  const box = screen.getByRole('group', { name: 'Drop-down list, page 1' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  const list = await screen.findByRole('combobox', { name: 'Drop-down list' })
  await page.user.selectOptions(list, 'Yearly')
  expect(fields()[0]).toMatchObject({
    settings: { options: ['Monthly', 'Yearly'] },
    value: { kind: 'text', text: 'Yearly' },
  })
})

test('an option that is removed is no longer chosen', async () => {
  await add('Drop-down list')
  const options = () => screen.findByRole('textbox', { name: /Options/ })
  await page.user.type(await options(), 'A{Enter}B')
  await press('Done')
  await page.user.selectOptions(
    await screen.findByRole('combobox', { name: 'Drop-down list' }),
    'B',
  )
  await press('Settings for “Drop-down list”')
  await page.user.type(await options(), '{Backspace}')
  expect(fields()[0]?.value).toBeNull()
})

test('a repeated option is explained in the settings', async () => {
  await add('Drop-down list')
  await page.user.type(await screen.findByRole('textbox', { name: /Options/ }), 'A{Enter}A')
  expect(await screen.findByText('The option “A” is listed twice.')).toBeTruthy()
})

test('a single choice has two answers, of which one can be selected', async () => {
  await add('Single choice')
  const [first, second] = await boxes()
  const [top, below] = fields()
  expect(fields()).toHaveLength(2)
  expect(top?.settings?.group).toBe(below?.settings?.group)
  expect(below?.rectangle.y).toBeLessThan(top?.rectangle.y ?? 0)
  await page.user.click(within(first as HTMLElement).getByRole('radio'))
  expect(selection()).toEqual([true, false])
  second?.focus()
  await page.user.keyboard(' ')
  expect(selection()).toEqual([false, true])
})

test('two single choices are independent of each other', async () => {
  await add('Single choice')
  await add('Single choice')
  for (const index of [0, 2]) {
    const box = (await boxes())[index] as HTMLElement
    await page.user.click(within(box).getByRole('radio'))
  }
  expect(selection()).toEqual([true, false, true, false])
})

test('further answers are added below the lowest one, and are required like the others', async () => {
  await add('Single choice')
  await press('Settings for “Single choice”')
  await page.user.click(await screen.findByRole('switch', { name: 'Required' }))
  await press('Done')
  await press('Add another answer')
  await waitFor(() => expect(fields()).toHaveLength(3))
  expect(new Set(fields().map(({ settings }) => settings?.group)).size).toBe(1)
  expect(fields().map(({ required }) => required)).toEqual([false, false, false])
  const heights = fields().map(({ rectangle }) => rectangle.y)
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(new Set(heights).size).toBe(3)
})

test('the limits of a number are advanced settings', async () => {
  await add('Number')
  await press('Settings for “Number”')
  expect(screen.queryByRole('spinbutton')).toBeNull()
  await press('Advanced')
  const limit = (name: RegExp) => screen.findByRole('spinbutton', { name })
  await page.user.type(await limit(/Minimum/), '7')
  await page.user.type(await limit(/Maximum/), '5')
  expect(fields()[0]?.settings).toEqual({ minimum: 7, maximum: 5 })
  const problem = await screen.findByText('The minimum is greater than the maximum.')
  for (const name of [/Minimum/, /Maximum/]) {
    const input = await limit(name)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toBe(problem.id)
  }
  await page.user.clear(await limit(/Minimum/))
  expect(fields()[0]?.settings).toEqual({ maximum: 5 })
  await choose(/Decimal places/, '2')
  expect(fields()[0]?.settings).toEqual({ maximum: 5, decimals: 2 })
  await choose(/Decimal places/, 'As entered')
  expect(fields()[0]?.settings).toEqual({ maximum: 5 })
  expect(screen.queryByText('The minimum is greater than the maximum.')).toBeNull()
})

test('the format of a text is an advanced setting, and the sender’s own text must have it', async () => {
  await add('Text')
  await press('Settings for “Text”')
  await press('Advanced')
  await choose(/Format/, 'Digits only')
  await page.user.type(screen.getByRole('spinbutton', { name: /Minimum characters/ }), '3')
  expect(fields()[0]?.settings).toEqual({ format: 'digits', minLength: 3 })
  await press('Done')
  const input = await screen.findByRole('textbox', { name: 'Text' })
  expect(input.getAttribute('inputmode')).toBe('numeric')
  await press('Settings for “Text”')
  await choose(/Format/, 'Any text')
  expect(fields()[0]?.settings).toEqual({ minLength: 3 })
})

test('a date is limited by the day of signing or by a fixed day', async () => {
  await add('Date')
  await press('Settings for “Date”')
  await press('Advanced')
  await choose(/Earliest date/, 'Day of signing (not in the past)')
  await choose(/Latest date/, 'A fixed date')
  const fixed = screen.getByLabelText(/Not after/)
  const problem = await screen.findByText('Choose the latest date.')
  expect(fixed.getAttribute('aria-describedby')).toBe(problem.id)
  fireEvent.change(fixed, { target: { value: '2099-12-31' } })
  expect(fields()[0]?.settings).toEqual({ earliest: 'signing-day', latest: '2099-12-31' })
  expect(screen.queryByText('Choose the latest date.')).toBeNull()
  await press('Done')
  const input = await screen.findByLabelText<HTMLInputElement>('Date')
  expect([input.min, input.max]).toEqual([dayOf(new Date()), '2099-12-31'])
})

test('a number is stored as it is typed, and gets its decimal point when the sender leaves the field', async () => {
  await add('Number')
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Number' })
  const text = () => fields()[0]?.value
  await page.user.type(input, '1,20')
  expect(text()).toEqual({ kind: 'text', text: '1,20' })
  await page.user.type(input, '0')
  await page.user.tab()
  expect(input.value).toBe('1,200')
  await page.user.type(input, '{Backspace}')
  await page.user.tab()
  expect(input.value).toBe('1.20')
  expect(text()).toEqual({ kind: 'text', text: '1.20' })
})

test('letters instead of a limit are explained, and do not delete it silently', async () => {
  await add('Text')
  await press('Settings for “Text”')
  await press('Advanced')
  const limit = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Character limit/ })
  await page.user.type(limit, '9')
  expect(fields()[0]?.settings).toEqual({ maxLength: 9 })
  // What a browser says about letters in an input for a number, which jsdom does not.
  Object.defineProperty(limit, 'validity', { value: { badInput: true }, configurable: true })
  fireEvent.input(limit, { target: { value: '' } })
  expect(fields()[0]?.settings).toEqual({ maxLength: Number.NaN })
  expect(await screen.findByText('Enter a number of characters from 1 to 10000.')).toBeTruthy()
  await press('Done')
  const text = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Text' })
  expect(text.maxLength).toBe(1000)
})

test('an added answer is announced by its number, gets the focus, and can be deleted', async () => {
  await add('Single choice')
  await press('Add another answer')
  await screen.findByText('Answer 3 was added.')
  const added = () => screen.getByRole('group', { name: 'Single choice, answer 3 of 3, page 1' })
  await waitFor(() => expect(document.activeElement).toBe(added()))
  await press('Delete this answer')
  expect(fields()).toHaveLength(2)
  expect(await screen.findByText('The answer was deleted.')).toBeTruthy()
  const last = () => screen.getByRole('group', { name: 'Single choice, answer 2 of 2, page 1' })
  await waitFor(() => expect(document.activeElement).toBe(last()))
})

test('an answer of the sender that is not required can be cleared, and keeps the focus', async () => {
  await add('Single choice')
  await press('Settings for “Single choice”')
  await page.user.click(await screen.findByRole('switch', { name: 'Required' }))
  await press('Done')
  const [, second] = await boxes()
  act(() => second?.focus())
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
  await page.user.keyboard(' ')
  expect(selection()).toEqual([false, true])
  await press('Clear selection')
  expect(selection()).toEqual([false, false])
  expect(await screen.findByText('No answer is selected.')).toBeTruthy()
  expect(document.activeElement).toBe(second)
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
})

test('a required answer of the sender cannot be cleared', async () => {
  await add('Single choice')
  const [first] = await boxes()
  await page.user.click(within(first as HTMLElement).getByRole('radio'))
  expect(selection()).toEqual([true, false])
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
})

test('after a deletion, the next field has the focus, and after the last one the palette', async () => {
  await add('Checkbox')
  await add('Number')
  const box = (name: string) => screen.getByRole('group', { name: `${name}, page 1` })
  act(() => box('Checkbox').focus())
  await page.user.keyboard('{Delete}')
  await waitFor(() => expect(document.activeElement).toBe(box('Number')))
  await page.user.keyboard('{Delete}')
  const signature = screen.getByRole('button', { name: 'Signature' })
  await waitFor(() => expect(document.activeElement).toBe(signature))
})

test.each(['Name', 'E-mail', 'Date signed'])(
  '%s is filled in automatically, and has only a label',
  async (name) => {
    await add(name)
    await press(`Settings for “${name}”`)
    const label = await screen.findByRole('textbox', { name: /^Label/ })
    await page.user.type(label, ' Your  tenant ')
    for (const role of ['switch', 'combobox'])
      expect(within(screen.getByRole('dialog')).queryByRole(role)).toBeNull()
    await press('Done')
    expect(screen.getByRole('group', { name: 'Your tenant, page 1' })).toBeTruthy()
    await press('Delete “Your tenant”')
    expect(screen.getByText('“Your tenant” was deleted.')).toBeTruthy()
  },
)

test('a single choice has one label, also for answers that are added', async () => {
  await add('Single choice')
  await press('Settings for “Single choice”')
  await page.user.type(await screen.findByRole('textbox', { name: /^Label/ }), 'Rent')
  await press('Done')
  await press('Add another answer')
  const names = () => screen.getAllByRole('group').map((box) => box.getAttribute('aria-label'))
  expect(names()).toEqual([1, 2, 3].map((number) => `Rent, answer ${number} of 3, page 1`))
})

test('the settings of a single choice say that an answer must be chosen', async () => {
  await add('Single choice')
  await press('Settings for “Single choice”')
  const hint = 'An answer must be chosen before the document can be signed.'
  expect(await screen.findByText(hint)).toBeTruthy()
})
