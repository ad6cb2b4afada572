/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { closeAuth, useAuthDialog } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { openSigning } from '../testing/open-signing.tsx'
import { sampleDraft } from '../testing/sample-draft.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { StubResponse } from '../testing/stub-server.ts'
import { removeEnvelope } from './signing-db.ts'
import { StartSigning } from './start-signing.tsx'

const DRAFT = sampleDraft()

let signing: SigningService
let page: ReturnType<typeof openSigning>
let started: string[]
let backs: number

afterEach(async () => {
  page.close()
  await removeEnvelope(DRAFT.envelopeId)
  await signing.stop()
})

/** `respond` answers every request, as long as it returns something. */
async function open(respond?: () => StubResponse | undefined, user: typeof ANA | null = ANA) {
  started = []
  backs = 0
  signing = await startSigningService(respond ? { intercept: respond } : {})
  if (user) signInAs(user)
  await act(async () => {
    page = openSigning(
      <StartSigning
        draft={DRAFT}
        onBack={() => {
          backs += 1
        }}
        onStarted={(id) => started.push(id)}
      />,
    )
  })
  return page
}

test('uploads and starts at once', async () => {
  await open()
  expect(screen.getByText('Lease.pdf')).toBeTruthy()
  await waitFor(() => expect(started).toEqual([DRAFT.envelopeId]))
})

test('a visitor signs in first, and goes on without another click', async () => {
  await open(undefined, null)
  expect(useAuthDialog.getState()).toMatchObject({
    open: true,
    headings: { login: { title: 'Sign in to sign Lease 2026' } },
  })
  expect(screen.getByText('Waiting for you to sign in…')).toBeTruthy()
  expect(signing.requests).toEqual([])
  await act(async () => signInAs())
  await waitFor(() => expect(started).toEqual([DRAFT.envelopeId]))
})

test('a visitor who closes the dialog is back at the document', async () => {
  await open(undefined, null)
  await act(async () => closeAuth())
  await waitFor(() => expect(backs).toBe(1))
  expect(started).toEqual([])
})

test('an address that is not confirmed leads to the settings, and then goes on', async () => {
  let isConfirmed = false
  const { user } = await open(() =>
    isConfirmed
      ? undefined
      : { status: 403, code: 'SIGNER_EMAIL_NOT_CONFIRMED', body: 'Open the link in the e-mail.' },
  )
  expect(await screen.findByText('Confirm your e-mail address first')).toBeTruthy()
  expect(screen.getByText('Open the link in the e-mail.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open your settings' })
  expect(link.getAttribute('href')).toBe('/user-profile#email')
  isConfirmed = true
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(started).toEqual([DRAFT.envelopeId]))
})

const FINAL: [string, string][] = [
  ['PDF_ENCRYPTED', 'This PDF file cannot be signed'],
  ['PDF_UNREADABLE', 'This PDF file cannot be signed'],
  ['PDF_ALREADY_SIGNED', 'This PDF file cannot be signed'],
  ['PDF_SIGNATURES_NOT_VALID', 'This PDF file cannot be signed'],
  ['PDF_NOT_EXTENDABLE', 'This PDF file cannot be signed'],
  ['PDF_NOT_VERIFIABLE', 'This PDF file cannot be signed'],
  ['PDF_NOT_SUPPORTED', 'This PDF file cannot be signed'],
  ['PDF_TOO_MANY_PAGES', 'This PDF file cannot be signed'],
  ['TOO_LARGE', 'This PDF file cannot be signed'],
  ['FIELDS_REFUSED', 'A field cannot be used'],
  ['SIGNATURE_PLACE_REFUSED', 'A field cannot be used'],
  ['RECIPIENTS_REFUSED', 'The recipients cannot be used'],
  ['MONTHLY_QUOTA_USED', 'No more signing requests this month'],
  ['VIEWERS_ONLY_READ', 'You can only view this workspace'],
]

test.each(FINAL)('%s is explained, and leads back to the document', async (code, title) => {
  const { user } = await open(() => ({ status: 400, code, body: 'The reason.' }))
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText('The reason.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to the document' }))
  expect(backs).toBe(1)
})

test.each<[string, StubResponse]>([
  ['a lost connection', 'drop'],
  ['a failure of the service', { status: 503, body: 'Come back soon.' }],
])('after %s, the user tries again', async (_what, failure) => {
  let isFailing = true
  const { user } = await open(() => (isFailing ? failure : undefined))
  expect(await screen.findByText('Signing could not be started')).toBeTruthy()
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(started).toEqual([DRAFT.envelopeId]))
})

test('an account that is not verified can be verified here', async () => {
  await open(() => ({ status: 403, code: 'PERSON_NOT_VERIFIED', body: 'Verify it.' }))
  expect(await screen.findByText('Verify your account first')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})
