/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import type { BulkRequest, CertifyRequest } from '@inkproof/protocol/certificates'
import { CertifyRequest as CertifyRequestSchema } from '@inkproof/protocol/certificates'
import { useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { certificateFor } from '../testing/certificates.ts'
import { ANA, BEN } from '../testing/people.ts'
import { type ReceivedRequest, type StubResponse, startService } from '../testing/service.ts'
import { addFiles, changeSettings, editDraft, ownDrafts, removeDrafts } from './certify.store.ts'
import { sendDrafts, unconfirmedDrafts } from './send-drafts.ts'
import { restoreDrafts, useStoredDrafts } from './stored-drafts.ts'

const A = 'a'.repeat(64)

let stop: () => Promise<unknown>

afterEach(async () => {
  await removeDrafts(ownDrafts().map(({ id }) => id))
  await changeSettings({ issuer: null, showIssuer: true, findable: false })
  await stop()
})

test('sends the request as svc-documents defines it: sealed claims, the name and the options', async () => {
  const { ids, sent } = await setup([certified])
  await editDraft(ids[0] ?? '', { title: 'Lease', note: ' for Ana ' })
  await changeSettings({ findable: true })
  await sendDrafts(ids, ANA, 'Ana Reis')
  const request = CertifyRequestSchema.parse(sent()[0])
  const claims = request.opening.claims.map(({ name, value }) => ({ name, value }))
  expect(claims).toEqual([
    { name: 'title', value: 'Lease' },
    { name: 'note', value: 'for Ana' },
    { name: 'issuer', value: 'Ana Reis' },
  ])
  expect(request).toMatchObject({ fileName: 'a0.txt', findable: true, showIssuer: true })
  expect(request.opening.fingerprint).toBe(A)
})

test('includes no issuer if the field was empty, whatever the account’s name', async () => {
  const { ids, sent } = await setup([certified])
  await sendDrafts(ids, ANA, '')
  expect(sent()[0]?.opening.claims.map(({ name }) => name)).toEqual(['title'])
})

test('opens the page of a single new certificate', async () => {
  const { ids } = await setup([certified])
  const sent = await sendDrafts(ids, ANA, 'Ana Reis')
  expect(sent).toMatchObject({
    outcome: 'certified',
    singleCertificate: { shareLink: `link-${ids[0]}` },
  })
  expect(ownDrafts()[0]?.work).toMatchObject({ step: 'certified', index: 3 })
})

test('repeats the identical request after a lost response', async () => {
  const { ids, sent } = await setup(['drop', certified])
  expect(await sendDrafts(ids, ANA, 'Ana Reis')).toMatchObject({ outcome: 'stopped' })
  expect(ownDrafts()[0]?.work.step).toBe('unsure')
  await editDraft(ids[0] ?? '', { title: 'Changed meanwhile' })
  await sendDrafts(ids, ANA, 'Ana Reis')
  expect(sent()).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])
  expect(ownDrafts()[0]?.work.step).toBe('certified')
})

test('repeats the same request after a reload while sending', async () => {
  const { ids, sent } = await setup(['drop', certified])
  await sendDrafts(ids, ANA, 'Ana Reis')
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await restoreDrafts()
  const unsure = unconfirmedDrafts(ANA).map(({ id }) => id)
  expect(unsure).toEqual(ids)
  await sendDrafts(unsure, ANA, 'Ana Reis')
  expect(sent()[1]).toEqual(sent()[0])
})

test('another account does not repeat the requests of the first', async () => {
  const { ids, sent } = await setup(['drop', certified])
  await sendDrafts(ids, ANA, 'Ana Reis')
  expect(unconfirmedDrafts(BEN)).toEqual([])
  await sendDrafts(ids, BEN, 'Ana Reis')
  expect(sent()[1]?.id).not.toBe(sent()[0]?.id)
})

test('asks to sign in when the session has ended and keeps the draft unchanged', async () => {
  const { ids } = await setup([{ status: 401, body: 'Your session has ended.' }])
  const draftsBefore = ownDrafts()
  expect(await sendDrafts(ids, ANA, 'Ana Reis')).toEqual({ outcome: 'sign-in' })
  expect(ownDrafts()).toEqual(draftsBefore)
})

test('shows the error, and the next attempt uses a new certificate id', async () => {
  const refusal = 'A different certificate was already recorded under this id.'
  const { ids, sent } = await setup([{ status: 409, body: refusal }, certified])
  expect(await sendDrafts(ids, ANA, 'Ana Reis')).toEqual({ outcome: 'stopped', reason: refusal })
  expect(ownDrafts()[0]?.work).toMatchObject({ step: 'refused', reason: refusal })
  await sendDrafts(
    ownDrafts().map(({ id }) => id),
    ANA,
    'Ana Reis',
  )
  expect(sent()[1]?.id).not.toBe(sent()[0]?.id)
  expect(ownDrafts().map(({ work }) => work.step)).toEqual(['certified'])
})

test('sends several drafts in one call', async () => {
  const { ids, requests } = await setup([bulk], 3)
  expect(await sendDrafts(ids, ANA, 'Ana Reis')).toEqual({
    outcome: 'certified',
    certificates: 3,
    singleCertificate: null,
  })
  expect(requests.map(({ path }) => path)).toEqual(['/api/v1/certificates/bulk'])
  expect(ownDrafts().map(({ work }) => 'index' in work && work.index)).toEqual([0, 1, 2])
})

test('a second click does not certify the drafts again', async () => {
  const { ids, requests } = await setup([certified])
  await Promise.all([sendDrafts(ids, ANA, 'Ana Reis'), sendDrafts(ids, ANA, 'Ana Reis')])
  await sendDrafts(ids, ANA, 'Ana Reis')
  expect(requests).toHaveLength(1)
})

type Step = StubResponse | ((request: ReceivedRequest) => StubResponse)

async function setup(steps: Step[], files = 1) {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  await restoreDrafts()
  const remaining = [...steps]
  const { requests, stop: stopService } = await startService((request) => {
    const step = remaining.shift() ?? { status: 500 }
    return typeof step === 'function' ? step(request) : step
  })
  stop = stopService
  const names = Array.from({ length: files }, (_, index) => new File(['x'], `a${index}.txt`))
  await addFiles(names, async () => A)
  const sent = () => requests.map(({ body }) => body as CertifyRequest)
  return { ids: ownDrafts().map(({ id }) => id), requests, sent }
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
