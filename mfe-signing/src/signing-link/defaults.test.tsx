/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope } from '@inkproof/signing/envelope'
import type { Field } from '@inkproof/signing/field'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { readEnteredFor, removeEnteredFor } from '../filling/entered-db.ts'
import { openLinkedPage } from '../testing/linked-page.tsx'
import { field, LINK_ID } from '../testing/sample-linked-request.ts'
import {
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'

HTMLElement.prototype.hasPointerCapture = () => false

const FIELDS = [
  field('ben-city', 'text', 700, { required: false }),
  field('ben-first', 'radio', 650, { required: false }),
  field('ben-other', 'radio', 620, { required: false }),
  field('ben-box', 'checkbox', 550),
  field('ben-list', 'dropdown', 500, { required: false }),
  field('ben-signature', 'signature', 120),
]
/** What the description says of them besides. */
const PROPERTIES: Record<string, Partial<Field>> = {
  'ben-city': { default: 'Berlin' },
  'ben-first': { group: 'choice' },
  'ben-other': { group: 'choice', default: '1' },
  'ben-box': { default: '1' },
  'ben-list': { default: 'B', validation: { options: ['A', 'B'] } },
}

let link: SigningLinkService
let page: ReturnType<typeof openLinkedPage>

/** Starts the service, and opens the page. @param further properties of fields, by their ID */
async function start(further: Record<string, Partial<Field>> = {}): Promise<void> {
  const describe = (description: Envelope): Envelope => ({
    ...description,
    fields: description.fields.map((item) => ({
      ...item,
      ...PROPERTIES[item.id],
      ...further[item.id],
    })),
  })
  link = await startSigningLinkService({ fields: FIELDS, describe })
  await open()
}

afterEach(async () => {
  sessionStorage.clear()
  page.close()
  await removeEnteredFor(LINK_ID)
  await link.stop()
})

async function open(): Promise<void> {
  page = openLinkedPage()
  await page.user.click(await screen.findByRole('button', { name: /^(Review and|Continue)/ }))
  await screen.findByRole('region', { name: 'Fill in the document' })
}

/** Opens the page again, as after a reload. */
async function reopen(): Promise<void> {
  page.close()
  await open()
}

const guide = () => within(screen.getByRole('region', { name: 'Fill in the document' }))
const onPage = (name: RegExp) => screen.getByLabelText(name)
const choose = (name: RegExp) => page.user.click(onPage(name))
const city = async () => {
  await choose(/^Text, page 1/)
  return guide().getByRole<HTMLInputElement>('textbox', { name: /Text/ })
}
const list = async () => {
  await choose(/^Drop-down list, page 1/)
  return guide().getByRole('combobox')
}
const isChecked = (name: RegExp) => onPage(name).getAttribute('aria-checked')
const stored = async () => (await readEnteredFor(LINK_ID)).values

test('the page starts with what the sender filled in', async () => {
  await start()
  expect(guide().getByText('0 of 5 filled in')).toBeTruthy()
  expect(await stored()).toEqual({})
  expect(isChecked(/^Checkbox/)).toBe('true')
  expect(isChecked(/answer 1 of 2/)).toBe('false')
  expect(isChecked(/answer 2 of 2/)).toBe('true')
  const input = await city()
  expect(input.value).toBe('Berlin')
  expect(input.getAttribute('aria-describedby')).toBe(
    guide().getByText('Filled in by the sender. You can change it.').id,
  )
  expect((await list()).textContent).toBe('B')
})

test('the guide leads once to each field that the sender filled in', async () => {
  await start()
  const next = (name: string) => page.user.click(guide().getByRole('button', { name }))
  const current = () => document.querySelector('[aria-current]')?.getAttribute('data-own-field')
  await next('Start')
  expect(current()).toBe('ben-city')
  expect(guide().getByText('1 of 5 filled in')).toBeTruthy()
  await next('Next')
  expect(current()).toBe('ben-other')
  await waitFor(async () =>
    expect(await stored()).toEqual({
      'ben-city': { kind: 'text', text: 'Berlin' },
      'ben-other': { kind: 'checkbox', isSelected: true },
    }),
  )
  await reopen()
  expect(guide().getByText('2 of 5 filled in')).toBeTruthy()
  await next('Continue')
  expect(current()).toBe('ben-box')
  await next('Next')
  expect(current()).toBe('ben-list')
  await next('Next')
  expect(current()).toBe('ben-signature')
  expect(guide().getByText('4 of 5 filled in')).toBeTruthy()
})

test('the rules of a field are beside it, and so is the one that a value breaks', async () => {
  const validation = { format: 'email', maxLength: 40 } as const
  await start({ 'ben-city': { default: 'ben@example.com', validation } })
  const input = await city()
  const rules = 'An e-mail address. At most 40 characters.'
  expect(guide().getByText(`Filled in by the sender. You can change it. ${rules}`)).toBeTruthy()
  expect(guide().getByText('1 of 5 filled in')).toBeTruthy()
  await page.user.clear(input)
  await page.user.type(input, 'ben')
  const problem = guide().getByText('Enter an e-mail address, such as jane@example.com.')
  const { id } = problem.closest('[role="alert"]') ?? {}
  expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(id)
})

test('the person can change what the sender filled in', async () => {
  await start()
  await page.user.type(await city(), ' 2')
  await choose(/answer 1 of 2/)
  await choose(/^Checkbox/)
  expect(guide().getByText('2 of 5 filled in')).toBeTruthy()
  await waitFor(async () =>
    expect(await stored()).toEqual({
      'ben-city': { kind: 'text', text: 'Berlin 2' },
      'ben-first': { kind: 'checkbox', isSelected: true },
      'ben-other': { kind: 'checkbox', isSelected: false },
      'ben-box': { kind: 'checkbox', isSelected: false },
    }),
  )
  await reopen()
  expect((await city()).value).toBe('Berlin 2')
  expect(isChecked(/answer 1 of 2/)).toBe('true')
  expect(isChecked(/answer 2 of 2/)).toBe('false')
  expect(isChecked(/^Checkbox/)).toBe('false')
})

test('what is cleared stays cleared after the page is loaded again', async () => {
  await start()
  await page.user.clear(await city())
  await choose(/answer 2 of 2/)
  await page.user.click(guide().getByRole('button', { name: 'Clear selection' }))
  await page.user.click(await list())
  await page.user.click(await screen.findByRole('option', { name: 'No selection' }))
  await waitFor(async () =>
    expect(await stored()).toEqual({
      'ben-city': { kind: 'text', text: '' },
      'ben-other': { kind: 'checkbox', isSelected: false },
      'ben-list': { kind: 'text', text: '' },
    }),
  )
  await reopen()
  expect((await city()).value).toBe('')
  expect(isChecked(/answer 2 of 2/)).toBe('false')
  expect((await list()).textContent).toBe('Choose')
})

test('a field is shown and counted only while its condition holds, and keeps what was entered', async () => {
  const ifSelected = (id: string) => ({
    conditions: [{ field: id, is: 'equals' as const, value: '1' }],
  })
  await start({ 'ben-box': ifSelected('ben-other'), 'ben-list': ifSelected('ben-box') })
  await page.user.click(await list())
  await page.user.click(await screen.findByRole('option', { name: 'A' }))
  expect(guide().getByText('1 of 5 filled in')).toBeTruthy()
  await choose(/^Checkbox/)
  expect(screen.getByText('“Drop-down list” on page 1 is hidden now.')).toBeTruthy()
  expect(screen.queryByLabelText(/^Drop-down list/)).toBeNull()
  expect(screen.queryByText('For someone else')).toBeNull()
  expect(guide().getByText('0 of 4 filled in')).toBeTruthy()
  await choose(/^Checkbox/)
  expect(screen.getByText('“Drop-down list” on page 1 is shown now.')).toBeTruthy()
  expect((await list()).textContent).toBe('A')
  await choose(/answer 1 of 2/)
  expect(screen.getByText('2 fields are hidden now.')).toBeTruthy()
  expect(guide().getByText('1 of 3 filled in')).toBeTruthy()
  await reopen()
  expect(guide().getByText('1 of 3 filled in')).toBeTruthy()
  await choose(/answer 2 of 2/)
  expect((await list()).textContent).toBe('A')
})

test('a read-only field is shown and named, and neither a question nor a button', async () => {
  const readOnly = { readOnly: true }
  await start({ 'ben-city': readOnly, 'ben-other': readOnly, 'ben-list': readOnly })
  expect(screen.getByText('Text, read-only, page 1: Berlin')).toBeTruthy()
  expect(screen.getByText('Drop-down list, read-only, page 1: B')).toBeTruthy()
  expect(screen.getByText('Single choice, read-only, page 1: Selected')).toBeTruthy()
  expect(guide().getByText('0 of 2 filled in')).toBeTruthy()
  const buttons = [...document.querySelectorAll('[data-own-field]')]
  expect(buttons.map((button) => button.getAttribute('data-own-field'))).toEqual([
    'ben-box',
    'ben-signature',
  ])
  await page.user.click(guide().getByRole('button', { name: 'Start' }))
  await page.user.click(guide().getByRole('button', { name: 'Next' }))
  expect(onPage(/^Signature, required/).getAttribute('aria-current')).toBe('true')
  page.close()
  await link.stop()
  const conditions = [{ field: 'ben-box', is: 'differs' as const, value: '1' }]
  await start({ 'ben-list': { ...readOnly, conditions } })
  expect(screen.queryByText(/^Drop-down list, read-only/)).toBeNull()
  await choose(/^Checkbox/)
  expect(screen.getByText('Drop-down list, read-only, page 1: B')).toBeTruthy()
})
