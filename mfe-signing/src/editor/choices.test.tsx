/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { samplePdf } from '../testing/sample-draft.ts'
import { signOutNow } from '../testing/sign-in.ts'
import { discardDraft, draftState, restoreDrafts, startDraft, useDraft } from './draft.store.ts'
import { Editor } from './editor.tsx'

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

async function add(name: string) {
  const entry = await screen.findByRole('button', { name })
  entry.focus()
  await page.user.keyboard('{Enter}')
}

const selection = () => fields().map(({ value }) => value?.kind === 'checkbox' && value.isSelected)
const boxes = () => screen.findAllByRole('group', { name: 'Single choice, page 1' })

async function press(name: string) {
  await page.user.click(await screen.findByRole('button', { name }))
}

test('a new drop-down list asks for its options, of which one can be chosen', async () => {
  await add('Drop-down list')
  const dialog = within(await screen.findByRole('dialog', { name: 'Drop-down list' }))
  await page.user.type(dialog.getByRole('textbox', { name: /Options/ }), 'Monthly{Enter}Yearly')
  await page.user.click(dialog.getByRole('button', { name: 'Done' }))
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
  await press('Settings of “Drop-down list”')
  await page.user.type(await options(), '{Backspace}')
  expect(fields()[0]?.value).toBeNull()
})

test('a repeated option is explained in the settings', async () => {
  await add('Drop-down list')
  await page.user.type(await screen.findByRole('textbox', { name: /Options/ }), 'A{Enter}A')
  expect(await screen.findByText('The drop-down list contains “A” twice.')).toBeTruthy()
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
  await press('Settings of “Single choice”')
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
  await press('Settings of “Number”')
  expect(screen.queryByRole('spinbutton')).toBeNull()
  await press('Advanced')
  const limit = (name: RegExp) => screen.findByRole('spinbutton', { name })
  await page.user.type(await limit(/Smallest/), '7')
  await page.user.type(await limit(/Largest/), '5')
  expect(fields()[0]?.settings).toEqual({ minimum: 7, maximum: 5 })
  expect(
    await screen.findByText('The smallest number is larger than the largest one.'),
  ).toBeTruthy()
  await page.user.clear(await limit(/Smallest/))
  expect(fields()[0]?.settings).toEqual({ maximum: 5 })
})
