/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { addField } from '../testing/add-field.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { samplePdf } from '../testing/sample-draft.ts'
import { serveFonts } from '../testing/serve-fonts.ts'
import { signOutNow } from '../testing/sign-in.ts'
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
  await page.user.click(await screen.findByRole('radio', { name: 'Other people' }))
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

const fields = () => {
  const { draft } = { draft: null, ...draftState() }
  return draft?.fields ?? []
}
const presets = () => fields().map(({ settings }) => settings?.preset)

async function press(name: string): Promise<void> {
  await page.user.click(await screen.findByRole('button', { name }))
}

/** Adds a field of the first recipient and opens its settings. */
async function add(name: string) {
  await addField(page.user, name)
  if (name !== 'Drop-down list') await press(`Settings for “${name}”`)
  return within(await screen.findByRole('dialog', { name }))
}

/** Chooses from the list of what is selected by default. */
async function choose(option: string): Promise<void> {
  await page.user.click(screen.getByRole('combobox', { name: /Selected by default/ }))
  await page.user.click(await screen.findByRole('option', { name: option }))
}

test('a text that is filled in for the signer is shown in their field', async () => {
  const settings = await add('Text')
  const input = settings.getByRole('textbox', { name: /Default value/ })
  await page.user.type(input, 'Two rooms')
  expect(presets()).toEqual(['Two rooms'])
  await press('Done')
  const box = screen.getByRole('group', { name: /^Text of / })
  expect(within(box).getByText('Two rooms')).toBeTruthy()
  await press('Settings for “Text”')
  await page.user.clear(await screen.findByRole('textbox', { name: /Default value/ }))
  expect(fields()[0]?.settings).toEqual({})
})

test('a number is filled in with a point, and must be within its limits', async () => {
  const settings = await add('Number')
  const input = settings.getByRole('textbox', { name: /Default value/ })
  await page.user.type(input, '1,200')
  expect(settings.getByText('Enter 1200 or 1.2.')).toBeTruthy()
  await page.user.clear(input)
  await page.user.type(input, '12,5')
  expect(input.getAttribute('aria-invalid')).not.toBe('true')
  await page.user.tab()
  expect(presets()).toEqual(['12.5'])
  await press('Advanced')
  const maximum = settings.getByRole('spinbutton', { name: /Maximum/ })
  await page.user.type(maximum, '12')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(settings.getByText('Enter a number of at most 12.')).toBeTruthy()
  await page.user.type(maximum, '0')
  expect(input.getAttribute('aria-invalid')).not.toBe('true')
})

test('a checkbox can be selected by default', async () => {
  const settings = await add('Checkbox')
  const toggle = settings.getByRole('switch', { name: 'Selected by default' })
  await page.user.click(toggle)
  expect(presets()).toEqual(['1'])
  await page.user.click(toggle)
  expect(presets()).toEqual([undefined])
})

test('an option that is removed is no longer selected by default', async () => {
  const settings = await add('Drop-down list')
  const options = settings.getByRole('textbox', { name: /Options/ })
  await page.user.type(options, 'A{Enter}B')
  await choose('B')
  expect(presets()).toEqual(['B'])
  await page.user.type(options, '{Backspace}')
  expect(presets()).toEqual([undefined])
})

test('one answer of a single choice can be selected by default, and none again', async () => {
  await add('Single choice')
  await choose('Answer 1 of 2')
  expect(presets()).toEqual(['1', undefined])
  await choose('Answer 2 of 2')
  expect(presets()).toEqual([undefined, '1'])
  await choose('No selection')
  expect(presets()).toEqual([undefined, undefined])
  expect(new Set(fields().map(({ settings }) => settings?.group)).size).toBe(1)
})

test('an answer that is added is not selected by default', async () => {
  await add('Single choice')
  await choose('Answer 2 of 2')
  await press('Done')
  await press('Add another answer')
  await waitFor(() => expect(fields()).toHaveLength(3))
  expect(presets()).toEqual([undefined, '1', undefined])
})

test('the default of a date is chosen as a date', async () => {
  const settings = await add('Date')
  expect(settings.getByLabelText(/Default value/).getAttribute('type')).toBe('date')
  await page.user.type(settings.getByLabelText(/Default value/), '2026-02-28')
  expect(presets()).toEqual(['2026-02-28'])
})

test('a read-only field needs a default, and is not required', async () => {
  const settings = await add('Text')
  const required = settings.getByRole<HTMLButtonElement>('switch', { name: 'Required' })
  expect([required.disabled, required.getAttribute('aria-checked')]).toEqual([false, 'true'])
  await page.user.click(settings.getByRole('switch', { name: 'Read-only' }))
  expect([required.disabled, required.getAttribute('aria-checked')]).toEqual([true, 'false'])
  const problem = 'Enter what the signer sees, or turn off “Read-only”.'
  expect(settings.getByText(problem)).toBeTruthy()
  await page.user.type(settings.getByRole('textbox', { name: /Default value/ }), 'Two rooms')
  expect(settings.queryByText(problem)).toBeNull()
  expect(settings.queryByText('Filled in for the signer, who can change it.')).toBeNull()
  expect(fields()[0]?.settings).toEqual({ isReadOnly: true, preset: 'Two rooms' })
})

test('a read-only checkbox must be selected', async () => {
  const settings = await add('Checkbox')
  await page.user.click(settings.getByRole('switch', { name: 'Read-only' }))
  const problem = 'Select the box by default, or turn off “Read-only”.'
  expect(settings.getByRole('alert').textContent).toBe(problem)
  await page.user.click(settings.getByRole('switch', { name: 'Selected by default' }))
  expect(settings.queryByRole('alert')).toBeNull()
})

test('a single choice is read-only with all its answers, of which one must be selected', async () => {
  const settings = await add('Single choice')
  await page.user.click(settings.getByRole('switch', { name: 'Read-only' }))
  expect(settings.getByText('Select what the signer sees, or turn off “Read-only”.')).toBeTruthy()
  await choose('Answer 2 of 2')
  expect(settings.queryByText(/^Select what the signer sees/)).toBeNull()
  expect(fields().map(({ settings: own }) => own?.isReadOnly)).toEqual([true, true])
  expect(presets()).toEqual([undefined, '1'])
})

test('a field is shown only if a box is selected: chosen by its label in the settings, marked on the page, and corrected after the box was deleted', async () => {
  const select = () => screen.getByRole('combobox', { name: 'Show only if' })
  const pick = async (list: HTMLElement, option: string) => {
    await page.user.click(list)
    await page.user.click(await screen.findByRole('option', { name: option }))
  }
  const condition = () => fields().find(({ type }) => type === 'text')?.settings?.condition
  await add('Text')
  expect(screen.getByText(/^First add a checkbox, a single choice or a drop-down/)).toBeTruthy()
  await press('Done')
  await add('Checkbox')
  await page.user.type(screen.getByRole('textbox', { name: /^Label/ }), 'Pets')
  await press('Done')
  act(() => screen.getByRole('group', { name: /^Text of / }).focus())
  await press('Settings for “Text”')
  await pick(select(), 'Pets, page 1')
  const box = fields().find(({ type }) => type === 'checkbox')
  expect(condition()).toEqual({ field: box?.id, is: 'equals', value: '1' })
  await pick(screen.getByRole('combobox', { name: 'Has the value' }), 'Not selected')
  expect(condition()).toEqual({ field: box?.id, is: 'differs', value: '1' })
  await press('Done')
  const sentence = 'Shown only if “Pets, page 1” is: Not selected'
  const name = `Text of Recipient 1, page 1. ${sentence}`
  expect(within(screen.getByRole('group', { name })).getByTitle(sentence)).toBeTruthy()
  act(() => screen.getByRole('group', { name: /^Pets of / }).focus())
  await page.user.keyboard('{Delete}')
  expect(
    screen.getByText('“Pets” was deleted. 1 field depends on it. Change its condition.'),
  ).toBeTruthy()
  await press('Settings for “Text”')
  expect(select().getAttribute('aria-invalid')).toBe('true')
  expect(
    screen.getByText(
      'The field that it depends on was deleted. Choose another one, or always show it.',
    ),
  ).toBeTruthy()
  await pick(select(), 'Always shown')
  expect(condition()).toBeUndefined()
})

test('a single choice depends as a whole, not on itself, and on no field that depends on it', async () => {
  await add('Drop-down list')
  await page.user.type(screen.getByRole('textbox', { name: /Options/ }), 'A{Enter}B')
  await press('Done')
  const settings = await add('Single choice')
  const select = settings.getByRole('combobox', { name: 'Show only if' })
  await page.user.click(select)
  const names = () => screen.getAllByRole('option').map((option) => option.textContent)
  expect(names()).toEqual(['Always shown', 'Drop-down list, page 1'])
  await page.user.click(screen.getByRole('option', { name: 'Drop-down list, page 1' }))
  await page.user.click(settings.getByRole('combobox', { name: 'Has the value' }))
  await page.user.click(screen.getByRole('option', { name: 'B' }))
  const list = fields()[0]?.id
  const condition = { field: list, is: 'equals', value: 'B' }
  expect(fields().map((field) => field.settings?.condition)).toEqual([
    undefined,
    condition,
    condition,
  ])
  await press('Done')
  act(() => screen.getByRole('group', { name: /^Drop-down list of / }).focus())
  await press('Settings for “Drop-down list”')
  await page.user.click(screen.getByRole('combobox', { name: 'Show only if' }))
  expect(names()).toEqual(['Always shown'])
  await page.user.keyboard('{Escape}')
})

test('a read-only field is marked on the page, and named so', async () => {
  const settings = await add('Company')
  await page.user.type(settings.getByRole('textbox', { name: /Default value/ }), 'Roe')
  await press('Done')
  expect(screen.queryByTitle('Read-only')).toBeNull()
  await press('Settings for “Company”')
  await page.user.click(await screen.findByRole('switch', { name: 'Read-only' }))
  await press('Done')
  const box = screen.getByRole('group', { name: 'Company of Recipient 1, page 1, read-only' })
  expect(within(box).getByTitle('Read-only')).toBeTruthy()
  expect(within(box).getByText('Roe')).toBeTruthy()
})

test('a default that does not fit in its field is explained where it is entered', async () => {
  const fonts = serveFonts()
  try {
    const settings = await add('Company')
    const input = settings.getByRole('textbox', { name: /Default value/ })
    await page.user.click(input)
    await page.user.paste('W'.repeat(50))
    const problem = `“${'W'.repeat(30)}…” does not fit in this field. Make the field larger or the text shorter.`
    expect(await settings.findByText(problem)).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    await page.user.clear(input)
    await waitFor(() => expect(settings.queryByText(problem)).toBeNull())
  } finally {
    fonts.restore()
  }
})
