/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope } from '@inkproof/signing/envelope'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { readEnteredFor, removeEnteredFor } from '../filling/entered-db.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { field, LINK_ID, LINK_SECRET } from '../testing/sample-linked-request.ts'
import {
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'
import { Component } from './signing-link.page.tsx'

stubLayout()
Object.assign(globalThis, { matchMedia: () => ({ matches: true }), scrollTo: () => {} })
HTMLElement.prototype.scrollIntoView = () => {}
HTMLElement.prototype.hasPointerCapture = () => false

let link: SigningLinkService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  sessionStorage.clear()
  page.close()
  await removeEnteredFor(LINK_ID)
  await link.stop()
})

/** Two buttons, a list and the signature, for which nothing needs to be drawn yet. */
async function open(required: boolean) {
  const fields = [
    field('ben-first', 'radio', 650, { required }),
    field('ben-other', 'radio', 620, { required }),
    field('ben-list', 'dropdown', 550, { required }),
    field('ben-signature', 'signature', 120),
  ]
  const describe = (description: Envelope): Envelope => ({
    ...description,
    fields: description.fields.map((item) => {
      if (item.type === 'radio') return { ...item, group: 'choice' }
      return item.type === 'dropdown' ? { ...item, validation: { options: ['A', 'B'] } } : item
    }),
  })
  link = await startSigningLinkService({ fields, describe })
  page = openSigning(
    <Routes>
      <Route path="/sign/:token" element={<Component />} />
    </Routes>,
    `/sign/${LINK_ID}#${LINK_SECRET}`,
  )
  await page.user.click(await screen.findByRole('button', { name: /Review and/ }))
  return within(await screen.findByRole('region', { name: 'Fill in the document' }))
}

const entered = async () => (await readEnteredFor(LINK_ID)).values
const SELECTED = { kind: 'checkbox', isSelected: true }
const buttonOnPage = (index: number) =>
  screen.getAllByRole('radio', { name: /Single choice, .*page 1/ })[index] as HTMLElement

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
  await page.user.click(guide.getByRole('radio', { name: 'Answer 2 of 2' }))
  await waitFor(async () => expect(await entered()).toEqual({ 'ben-other': SELECTED }))
  expect(guide.queryByRole('button', { name: 'Clear the choice' })).toBeNull()
})

test('an answer that is not required can be cleared', async () => {
  const guide = await open(false)
  await page.user.click(buttonOnPage(0))
  await page.user.click(guide.getByRole('button', { name: 'Clear the choice' }))
  await waitFor(async () => expect(await entered()).toEqual({}))
})

test('an option of a drop-down list is chosen, and given up if it is not required', async () => {
  const guide = await open(false)
  await page.user.click(screen.getByRole('button', { name: 'Drop-down list, page 1' }))
  await page.user.click(guide.getByRole('combobox', { name: /Drop-down list/ }))
  await page.user.click(await screen.findByRole('option', { name: 'B' }))
  await waitFor(async () =>
    expect(await entered()).toEqual({ 'ben-list': { kind: 'text', text: 'B' } }),
  )
  await page.user.click(guide.getByRole('combobox', { name: /Drop-down list/ }))
  await page.user.click(await screen.findByRole('option', { name: 'No choice' }))
  await waitFor(async () => expect(await entered()).toEqual({}))
})
