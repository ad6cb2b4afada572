/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { fromBase64Url } from '@inkproof/proof/bytes'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { decodeStatement } from '@inkproof/signing/statement'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import type { ReadyDraft } from '../editor/draft.ts'
import {
  enteredForRequest,
  readEnteredFor,
  removeEnteredFor,
  writeEnteredFor,
} from '../filling/entered-db.ts'
import { removeEnvelope } from '../signing/signing-db.ts'
import { startFromDraft } from '../signing/start-envelope.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { sampleDraft, sampleField, samplePdf, sampleRecipient } from '../testing/sample-draft.ts'
import { sampleStep } from '../testing/sample-envelope.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { RequestView } from './request-view.tsx'

const ID = sampleDraft().envelopeId
const ENTERED = enteredForRequest(ID)
/** The sender approves; Ben signs at the same time. */
const WITH_BEN: Partial<ReadyDraft> = {
  recipients: [
    sampleRecipient({ role: 'approver' }),
    sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com' }),
  ],
  fields: [sampleField('signature', { recipient: 'ben' })],
}

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await removeEnvelope(ID)
  await removeEnteredFor(ENTERED)
  await signing.stop()
})

type Options = Parameters<typeof startSigningService>[0]

/** Opens a request that was sent with another browser, which has what the sender entered. */
async function openElsewhere(draft: Partial<ReadyDraft> = {}, options: Options = {}) {
  signing = await startSigningService(options)
  signInAs()
  await startFromDraft(sampleDraft(draft), ANA, () => {})
  await removeEnvelope(ID)
  signing.change({ steps: [sampleStep()] })
  page = openSigning(<RequestView id={ID} />)
}

const press = async (name: string | RegExp) =>
  page.user.click(await screen.findByRole('button', { name }))

/** The signature was entered here before. */
async function enterSignature(): Promise<void> {
  const value = sampleDraft().fields[1]?.value
  if (value)
    await writeEnteredFor({ link: ENTERED, values: { 'signer-01-signature': value }, code: null })
}

async function finish(submit: string): Promise<void> {
  await press('Continue')
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree to/ }))
  await press(submit)
}

function statement() {
  const { signedStatement } = JSON.parse(signing.sent('/statement')[0] ?? '')
  return decodeStatement(decodeSignedStatement(fromBase64Url(signedStatement)).statement)
}

test('the sender fills in their fields and signs in another browser', async () => {
  await enterSignature()
  await openElsewhere()
  expect(await screen.findByText('You can sign in this browser')).toBeTruthy()
  expect(screen.getByText('You are acting as Ana Reis (ana@example.org).')).toBeTruthy()
  const [first] = await screen.findAllByRole('checkbox', { name: /Checkbox/ })
  await page.user.click(first as HTMLElement)
  await finish('Sign document')
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(statement().act).toBe('sign')
  expect(statement().values.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'signer-01-field-0001 value',
    'signer-01-signature appearance',
  ])
  expect((await readEnteredFor(ENTERED)).values).toEqual({})
})

test('what was entered survives a reload', async () => {
  await openElsewhere()
  const [first] = await screen.findAllByRole('checkbox', { name: /Checkbox/ })
  await page.user.click(first as HTMLElement)
  page.close()
  signInAs()
  page = openSigning(<RequestView id={ID} />)
  const [again] = await screen.findAllByRole('checkbox', { name: /Checkbox/ })
  expect(again?.getAttribute('aria-checked')).toBe('true')
})

test('nothing can be signed before the signature is entered', async () => {
  await openElsewhere()
  expect(await screen.findByText('0 of 1 filled in')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('the sender approves in another browser', async () => {
  await openElsewhere(WITH_BEN)
  expect(await screen.findByText('For Ben Roe')).toBeTruthy()
  await finish('Approve document')
  expect(await screen.findByText(/Waiting for Ben Roe/)).toBeTruthy()
  expect(statement()).toMatchObject({ act: 'approve', values: [] })
})

test.each<[string, Options]>([
  ['bytes', { prepared: samplePdf('replaced') }],
  ['another ID', { describe: (envelope) => ({ ...envelope, id: 'BBBBBBBBBBBBBBBBBBBBBB' }) }],
  ['another title', { describe: (envelope) => ({ ...envelope, title: 'Loan' }) }],
  [
    'another name',
    {
      describe: (envelope) => ({
        ...envelope,
        recipients: envelope.recipients.map((one) => ({ ...one, name: 'Eve Roe' })),
      }),
    },
  ],
])('a request with other %s is not shown', async (_what, options) => {
  await openElsewhere({}, options)
  expect(await screen.findByText('The document does not match the request')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Pages' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Continue|Start|Try again/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy()
})

test('a document that could not be downloaded is loaded again on request', async () => {
  let isFailing = true
  await openElsewhere(
    {},
    {
      intercept: ({ path }) => (isFailing && path.endsWith('/prepared') ? 'drop' : undefined),
    },
  )
  expect(await screen.findByText('The document could not be loaded')).toBeTruthy()
  isFailing = false
  await press('Try again')
  expect(await screen.findByRole('list', { name: 'Pages' })).toBeTruthy()
})

test('a key that another browser bound meanwhile is explained', async () => {
  const bound = { status: 409, code: 'KEY_ALREADY_BOUND', body: 'Continue in the other browser.' }
  await openElsewhere(WITH_BEN, {
    intercept: ({ path }) => (path.endsWith('/key') ? bound : undefined),
  })
  await finish('Approve document')
  expect(await screen.findByText('Continue in the other browser.')).toBeTruthy()
  expect(signing.sent('/statement')).toEqual([])
})

test('after a lost connection, the page knows its own key, and sends the same statement', async () => {
  let isFailing = true
  await openElsewhere(WITH_BEN, {
    intercept: ({ path }) => (isFailing && path.endsWith('/statement') ? 'drop' : undefined),
  })
  await finish('Approve document')
  await screen.findByText('Your approval could not be sent', {}, { timeout: 9_000 })
  expect(screen.queryByText('This document is being signed in another browser')).toBeNull()
  isFailing = false
  await press('Try again')
  expect(await screen.findByText(/Waiting for Ben Roe/)).toBeTruthy()
  expect(new Set(signing.sent('/statement')).size).toBe(1)
}, 15_000)
