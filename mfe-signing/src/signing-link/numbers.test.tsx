/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { readEnteredFor, removeEnteredFor } from '../filling/entered-db.ts'
import { openLinkedPage } from '../testing/linked-page.tsx'
import { field, LINK_ID } from '../testing/sample-linked-request.ts'
import {
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'

let link: SigningLinkService
let page: ReturnType<typeof openLinkedPage>

afterEach(async () => {
  sessionStorage.clear()
  page.close()
  await removeEnteredFor(LINK_ID)
  await link.stop()
})

/** Opens a document with a number, and returns the number's input. */
async function openNumber(): Promise<HTMLInputElement> {
  const fields = [field('ben-rent', 'number', 650), field('ben-signature', 'signature', 120)]
  link = await startSigningLinkService({ fields })
  page = openLinkedPage()
  await page.user.click(await screen.findByRole('button', { name: /Review and/ }))
  const guide = within(await screen.findByRole('region', { name: 'Fill in the document' }))
  await page.user.click(guide.getByRole('button', { name: 'Start' }))
  return guide.getByRole<HTMLInputElement>('textbox', { name: /Number/ })
}

const stored = async () => (await readEnteredFor(LINK_ID)).values['ben-rent']

test('a number that can be two numbers is refused, and is never changed', async () => {
  const input = await openNumber()
  await page.user.type(input, '1,200')
  expect(await screen.findByText('Enter 1200 or 1.2.')).toBeTruthy()
  await page.user.tab()
  expect(input.value).toBe('1,200')
  expect(screen.getByText('Enter 1200 or 1.2.')).toBeTruthy()
  await page.user.clear(input)
  await page.user.type(input, '1200')
  expect(screen.queryByText('Enter 1200 or 1.2.')).toBeNull()
})

test('a decimal comma becomes a point when the person leaves the field', async () => {
  const input = await openNumber()
  await page.user.type(input, '1,25')
  expect(input.value).toBe('1,25')
  expect(input.getAttribute('aria-invalid')).not.toBe('true')
  await page.user.tab()
  expect(input.value).toBe('1.25')
  await waitFor(async () => expect(await stored()).toEqual({ kind: 'text', text: '1.25' }))
})
