/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import type { BulkRequest, CertifyRequest } from '@inkproof/protocol/certificates'
import { CertifyRequest as CertifyRequestSchema } from '@inkproof/protocol/certificates'
import { type User, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { certificateFor } from '../testing/certificates.ts'
import { ANA, BEN } from '../testing/people.ts'
import { type ReceivedRequest, type StubResponse, startService } from '../testing/service.ts'
import { addFiles, ownDrafts, removeDrafts } from './certify.store.ts'
import { changeSettings, changeSettingsOf, editDraft } from './edit-drafts.ts'
import { sendDrafts, unconfirmedDrafts } from './send-drafts.ts'
import { restoreDrafts, useStoredDrafts } from './stored-drafts.ts'

const A = 'a'.repeat(64)

let stop: () => Promise<unknown>

afterEach(async () => {
  signIn(ANA)
  await removeDrafts(ownDrafts().map(({ id }) => id))
  await stop()
})

test('sends a request that svc-documents accepts, with the claims, the file name and the options', async () => {
  const { ids, sent } = await setup([certified])
  await editDraft(ids[0] ?? '', { title: 'Lease', note: ' for Ana ' })
  await changeSettingsOf(ids[0] ?? '', { showIssuer: false })
  await sendDrafts(ids, ANA)
  const request = CertifyRequestSchema.parse(sent()[0])
  const claims = request.opening.claims.map(({ name, value }) => ({ name, value }))
  expect(claims).toEqual([
    { name: 'title', value: 'Lease' },
    { name: 'note', value: 'for Ana' },
    { name: 'issuer', value: 'Ana Reis' },
  ])
  expect(request).toMatchObject({ fileName: 'a0.txt', findable: true, showIssuer: false })
  expect(request.opening.fingerprint).toBe(A)
})

test('normalizes texts and the file name, so that the service accepts them', async () => {
  const { ids, sent } = await setup([certified], 1, '\u202aa\u0000  b\u0308.pdf')
  await editDraft(ids[0] ?? '', { title: ' Lease\u200b \t 2026 ', note: 'One\r\n\n\n\nTwo\u202e ' })
  await changeSettings({ issuer: ' Zoe\u0308 ' })
  await sendDrafts(ids, ANA)
  const { opening, fileName } = sent()[0] as CertifyRequest
  expect(opening.claims.map(({ value }) => value)).toEqual(['Lease 2026', 'One\n\nTwo', 'Zo\u00eb'])
  expect(fileName).toBe('a b\u0308.pdf')
  expect(CertifyRequestSchema.safeParse(sent()[0]).success).toBe(true)
})

test('a file whose name is invisible gets a name, and long texts are shortened between characters', async () => {
  const { ids, sent } = await setup([certified], 1, '\u200b')
  await editDraft(ids[0] ?? '', { title: '', note: `${'x'.repeat(1_999)}\u{1f600}` })
  await sendDrafts(ids, ANA)
  const { opening, fileName } = CertifyRequestSchema.parse(sent()[0])
  const [title, note] = opening.claims.map(({ value }) => value)
  expect([fileName, title, note]).toEqual(['Unnamed file', 'Unnamed file', 'x'.repeat(1_999)])
})

test('includes no issuer if the field was empty, even if the account has a name', async () => {
  const { ids, sent } = await setup([certified])
  await changeSettings({ issuer: '' })
  await sendDrafts(ids, ANA)
  expect(sent()[0]?.opening.claims.map(({ name }) => name)).toEqual(['title'])
})

test('each file has its own settings, so that one of a batch can differ', async () => {
  const { ids, sent } = await setup([bulk], 2)
  await changeSettings({ findable: true })
  await changeSettingsOf(ids[1] ?? '', { findable: false })
  await sendDrafts(ids, ANA)
  const [{ certificates }] = sent() as unknown as [BulkRequest]
  expect(certificates.map(({ findable }) => findable)).toEqual([true, false])
})

test('returns the new certificate if there is exactly one', async () => {
  const { ids } = await setup([certified])
  const sent = await sendDrafts(ids, ANA)
  expect(sent).toMatchObject({
    outcome: 'certified',
    singleCertificate: { shareLink: `link-${ids[0]}` },
  })
  expect(ownDrafts()[0]?.work).toMatchObject({ step: 'certified', index: 3 })
})

test('repeats the identical request after a lost response', async () => {
  const { ids, sent } = await setup(['drop', certified])
  expect(await sendDrafts(ids, ANA)).toMatchObject({ outcome: 'stopped' })
  expect(ownDrafts()[0]?.work.step).toBe('unsure')
  await editDraft(ids[0] ?? '', { title: 'Changed meanwhile' })
  await sendDrafts(ids, ANA)
  expect(sent()).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])
  expect(ownDrafts()[0]?.work.step).toBe('certified')
})

test('repeats the identical request after a lost response and a reload', async () => {
  const { ids, sent } = await setup(['drop', certified])
  await sendDrafts(ids, ANA)
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await restoreDrafts()
  const unconfirmed = unconfirmedDrafts(ANA).map(({ id }) => id)
  expect(unconfirmed).toEqual(ids)
  await sendDrafts(unconfirmed, ANA)
  expect(sent()[1]).toEqual(sent()[0])
})

test('in another workspace, creates a separate certificate instead of repeating the request', async () => {
  const { ids, sent } = await setup(['drop', certified])
  const elsewhere = { ...ANA, workspaceId: BEN.workspaceId }
  await sendDrafts(ids, ANA)
  expect(unconfirmedDrafts(elsewhere)).toEqual([])
  await sendDrafts(ids, elsewhere)
  expect(sent()[1]?.id).not.toBe(sent()[0]?.id)
})

test('sends nothing for another account, even in the same workspace', async () => {
  const { ids, requests } = await setup(['drop', certified])
  const colleague = { ...BEN, workspaceId: ANA.workspaceId }
  signIn(ANA)
  await sendDrafts(ids, ANA)
  signIn(colleague)
  expect(unconfirmedDrafts(colleague)).toEqual([])
  expect(await sendDrafts(ids, colleague)).toMatchObject({ certificates: 0 })
  expect(requests).toHaveLength(1)
})

test('sends nothing for a user who is no longer signed in once another one is', async () => {
  const { ids, requests } = await setup([certified])
  signIn(ANA)
  const sending = sendDrafts(ids, ANA)
  signIn({ ...BEN, workspaceId: ANA.workspaceId })
  expect(await sending).toMatchObject({ outcome: 'stopped' })
  expect(requests).toEqual([])
})

test('requires a new sign-in when the session has ended, and leaves the draft unchanged', async () => {
  const { ids } = await setup([{ status: 401, body: 'Your session has ended.' }])
  const draftsBefore = ownDrafts()
  expect(await sendDrafts(ids, ANA)).toEqual({ outcome: 'sign-in' })
  expect(ownDrafts()).toEqual(draftsBefore)
})

test('reports the error, and the next attempt uses a new certificate id', async () => {
  const refusal = 'A different certificate was already recorded under this id.'
  const { ids, sent } = await setup([{ status: 409, body: refusal }, certified])
  expect(await sendDrafts(ids, ANA)).toEqual({ outcome: 'stopped', reason: refusal })
  expect(ownDrafts()[0]?.work).toMatchObject({ step: 'refused', reason: refusal })
  await sendDrafts(
    ownDrafts().map(({ id }) => id),
    ANA,
  )
  expect(sent()[1]?.id).not.toBe(sent()[0]?.id)
  expect(ownDrafts().map(({ work }) => work.step)).toEqual(['certified'])
})

test('sends several drafts in one call', async () => {
  const { ids, requests } = await setup([bulk], 3)
  expect(await sendDrafts(ids, ANA)).toEqual({
    outcome: 'certified',
    certificates: 3,
    singleCertificate: null,
  })
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/certificates/bulk'])
  expect(ownDrafts().map(({ work }) => 'index' in work && work.index)).toEqual([0, 1, 2])
})

test('drafts of an account that has to be verified first stay ready, and are sent with the same ids later', async () => {
  const refusal = {
    status: 403,
    body: 'Verify this account before creating certificates.',
    headers: { 'inkproof-error': 'PERSON_NOT_VERIFIED' },
  }
  const { ids } = await setup([refusal, bulk], 3)
  expect(await sendDrafts(ids, ANA)).toEqual({ outcome: 'unverified' })
  expect(ownDrafts().map(({ work }) => work.step)).toEqual(['ready', 'ready', 'ready'])
  expect(await sendDrafts(ids, ANA)).toMatchObject({ outcome: 'certified', certificates: 3 })
  expect(ownDrafts().map(({ id }) => id)).toEqual(ids)
})

test('a second click does not certify the drafts again', async () => {
  const { ids, requests } = await setup([certified])
  await Promise.all([sendDrafts(ids, ANA), sendDrafts(ids, ANA)])
  await sendDrafts(ids, ANA)
  expect(requests).toHaveLength(1)
})

type Step = StubResponse | ((request: ReceivedRequest) => StubResponse)

async function setup(steps: Step[], fileCount = 1, fileName?: string) {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  await restoreDrafts()
  const remaining = [...steps]
  const { requests, stop: stopService } = await startService((request) => {
    const step = remaining.shift() ?? { status: 500 }
    return typeof step === 'function' ? step(request) : step
  })
  stop = stopService
  const files = Array.from(
    { length: fileCount },
    (_, index) => new File(['x'], fileName ?? `a${index}.txt`),
  )
  await addFiles(files, async () => A)
  const sent = () => requests.map(({ body }) => body as CertifyRequest)
  return { ids: ownDrafts().map(({ id }) => id), requests, sent }
}

function signIn(user: User): void {
  useSession.setState({ status: 'signed-in', user, token: 't' }, true)
}

function certified({ body }: ReceivedRequest): StubResponse {
  return { status: 201, body: certificateFor(body as CertifyRequest) }
}

function bulk({ body }: ReceivedRequest): StubResponse {
  const { certificates } = body as BulkRequest
  return {
    status: 201,
    body: { certificates: certificates.map(({ id }, index) => ({ id, index })) },
  }
}
