/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement } from '@inkproof/signing/statement'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { removeEnvelope } from '../signing/signing-db.ts'
import { startFromDraft } from '../signing/start-envelope.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { sampleDraft, samplePdf } from '../testing/sample-draft.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { RequestView } from './request-view.tsx'

const ID = sampleDraft().envelopeId
const layout = stubLayout()

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await removeEnvelope(ID)
  await signing.stop()
})

type Options = Parameters<typeof startSigningService>[0]

/** Opens the review of an envelope that was started in this browser. */
async function openReview(options: Options = {}) {
  signing = await startSigningService(options)
  signInAs()
  await startFromDraft(sampleDraft(), ANA, () => {})
  page = openSigning(<RequestView id={ID} />)
  return page
}

async function agreeAndSign({ user }: ReturnType<typeof openSigning>): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name: /I agree to sign/ }))
  await user.click(screen.getByRole('button', { name: 'Sign document' }))
}

function viewedPages() {
  const { signedStatement } = JSON.parse(signing.sent('/statement')[0] ?? '')
  return decodeStatement(decodeSignedStatement(fromBase64Url(signedStatement)).statement).viewed
}

test('shows the checked document with the signature on it, and signs after the consent', async () => {
  await openReview()
  expect(await screen.findByRole('heading', { name: 'Lease 2026' })).toBeTruthy()
  expect(await screen.findByText('Ana Reis (ana@example.org)')).toBeTruthy()
  await waitFor(() => expect(document.querySelectorAll('[data-field]')).toHaveLength(2))
  expect(document.querySelector('[data-field="signer-01-signature"] svg')).toBeTruthy()
  const sign = screen.getByRole('button', { name: 'Sign document' })
  expect(sign.hasAttribute('disabled')).toBe(true)
  act(() => layout.show(1))
  await agreeAndSign(page)
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(viewedPages()).toEqual([[[1, 1]]])
})

test('a page that was not in the window is not reported as shown', async () => {
  await openReview()
  await agreeAndSign(page)
  await screen.findByText('The signed PDF is being created')
  expect(viewedPages()).toEqual([[]])
})

test('shows the consent text on request', async () => {
  const { user } = await openReview()
  await user.click(await screen.findByRole('button', { name: 'Read what you agree to' }))
  expect(screen.getByText('You agree.')).toBeTruthy()
})

test.each<[string, Options]>([
  ['bytes', { prepared: samplePdf('replaced') }],
  ['a description', { describe: (envelope) => ({ ...envelope, title: 'Loan' }) }],
])(
  'refuses %s that differ from what was entered, and offers no signing',
  async (_what, options) => {
    await openReview(options)
    expect(await screen.findByText('The document does not match the request')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign document' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy()
  },
)

test('a document that could not be downloaded is loaded again on request', async () => {
  let isFailing = true
  const { user } = await openReview({
    intercept: ({ path }) => (isFailing && path.endsWith('/prepared') ? 'drop' : undefined),
  })
  expect(await screen.findByText('The document could not be loaded')).toBeTruthy()
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Sign document' })).toBeTruthy()
})

test('after a lost connection, the same signature is sent again', async () => {
  let isFailing = true
  const { user } = await openReview({
    intercept: ({ path }) => (isFailing && path.endsWith('/statement') ? 'drop' : undefined),
  })
  await agreeAndSign(page)
  expect(await screen.findByText('Not signed yet')).toBeTruthy()
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(new Set(signing.sent('/statement')).size).toBe(1)
})

test('a page that is opened again sends a signature that got no response', async () => {
  let isFailing = true
  await openReview({
    intercept: ({ path }) => (isFailing && path.endsWith('/statement') ? 'drop' : undefined),
  })
  await agreeAndSign(page)
  await screen.findByText('Not signed yet')
  page.close()
  signInAs()
  page = openSigning(<RequestView id={ID} />)
  expect(await screen.findByText('Your signature could not be sent')).toBeTruthy()
  isFailing = false
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(new Set(signing.sent('/statement')).size).toBe(1)
})

test('a document whose key another browser has can only be discarded here', async () => {
  await openReview()
  await screen.findByRole('button', { name: 'Sign document' })
  page.close()
  await removeEnvelope(ID)
  const { basis } = signing.service.envelope as Envelope
  const key = { recipient: 'recipient-1', thumbprint: 'cd'.repeat(32), boundBy: 'ef'.repeat(32) }
  signing.change({ basis: { ...(basis as SigningBasis), key } })
  signInAs()
  page = openSigning(<RequestView id={ID} />)
  const { user } = page
  expect(await screen.findByText('This document is being signed in another browser')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await user.click(await screen.findByRole('button', { name: 'Discard document' }))
  expect(await screen.findByText('This document was discarded')).toBeTruthy()
  expect(signing.sent('/void')).toEqual(['{"reason":""}'])
})

test('a key of another browser is explained when signing', async () => {
  await openReview({
    intercept: ({ path }) =>
      path.endsWith('/key')
        ? { status: 409, code: 'KEY_ALREADY_BOUND', body: 'Continue in the other browser.' }
        : undefined,
  })
  await agreeAndSign(page)
  expect(await screen.findByText('Continue in the other browser.')).toBeTruthy()
})

test('viewers see whose signature is missing, and cannot sign or discard', async () => {
  await openReview()
  page.close()
  signInAs({ ...ANA, role: 'viewer' })
  page = openSigning(<RequestView id={ID} />)
  expect(await screen.findByText(/Waiting for Ana Reis/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
