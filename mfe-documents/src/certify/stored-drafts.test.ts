/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import {
  followOtherTabs,
  restoreSession,
  signedIn,
  signOut,
  TOKEN_KEY,
  useSession,
} from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { browserDb } from '../drafts/browser-db.ts'
import { findTrial, saveTrial } from '../drafts/drafts.db.ts'
import { certificateFor } from '../testing/certificates.ts'
import { ANA, BEN } from '../testing/people.ts'
import { type ReceivedRequest, type StubResponse, startService } from '../testing/service.ts'
import { addFiles, ownDrafts } from './certify.store.ts'
import { changeSettings, editDraft } from './edit-drafts.ts'
import { displayedIssuer } from './issuer.ts'
import { sendDrafts, unconfirmedDrafts } from './send-drafts.ts'
import { certifyState, restoreDrafts, useStoredDrafts } from './stored-drafts.ts'

const A = 'a'.repeat(64)
const FINGERPRINT = async () => A

let service: Awaited<ReturnType<typeof startService>>
let certify: (request: ReceivedRequest) => StubResponse | Promise<StubResponse>

beforeEach(async () => {
  service = await startService((received) =>
    received.path === '/api/v1/certificates' ? certify(received) : { status: 204 },
  )
  certify = ({ body }) => ({ status: 201, body: certificateFor(body as CertifyRequest) })
  await restoreSession()
  await restoreDrafts()
})

afterEach(async () => {
  await signOut()
  const db = await browserDb()
  await Promise.all([db?.clear('drafts'), db?.clear('settings'), db?.clear('made')])
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await service.stop()
})

test('hides the files and the issuer from the next user and shows them to their owner again', async () => {
  await prepareAsAna()
  const shown = page()
  expect(shown).toEqual({ files: ['dismissal.pdf (confidential)'], issuer: 'Reis Lda.' })
  await signOut()
  expect(page()).toEqual({ files: [], issuer: '' })
  signedIn(BEN, 'token-ben')
  expect(page()).toEqual({ files: [], issuer: 'Ana Reis' })
  await reload()
  expect(page()).toEqual({ files: [], issuer: 'Ana Reis' })
  signedIn(ANA, 'token-ana-2')
  expect(page()).toEqual(shown)
  await reload()
  expect(page()).toEqual(shown)
})

test('shows nothing while the session is being restored', async () => {
  await prepareAsAna()
  useSession.setState({ status: 'loading', user: null, token: null }, true)
  expect(certifyState()).toEqual({ status: 'restoring' })
  let isRestored = false
  const restoring = restoreDrafts().then(() => {
    isRestored = true
  })
  await (await browserDb())?.count('drafts')
  expect(isRestored).toBe(false)
  signedIn(BEN, 'token-ben')
  await restoring
  expect(ownDrafts()).toEqual([])
})

test('signing out in another tab hides the drafts here', async () => {
  await prepareAsAna()
  const unfollow = followOtherTabs()
  dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue: null }))
  unfollow()
  expect(page()).toEqual({ files: [], issuer: '' })
})

test('a visitor’s files and issuer are permanently assigned to the user who signs in', async () => {
  await prepare()
  await saveTrial({ fingerprint: A, fileName: 'a.pdf', sentence: 'I owe you.', madeAtMs: 1 })
  signedIn(ANA, 'token-ana')
  const shown = page()
  expect(shown).toEqual({ files: ['dismissal.pdf (confidential)'], issuer: 'Reis Lda.' })
  await reload()
  expect(page()).toEqual(shown)
  await signOut()
  await reload()
  expect(page()).toEqual({ files: [], issuer: '' })
  expect([await findTrial(A, null), await findTrial(A, BEN.id)]).toEqual([null, null])
  expect(await findTrial(A, ANA.id)).toMatchObject({ sentence: 'I owe you.' })
})

test('a visitor’s files are assigned to a user who signed in before the drafts were restored', async () => {
  await prepare()
  useStoredDrafts.setState({ status: 'restoring' }, true)
  signedIn(ANA, 'token-ana')
  await restoreDrafts()
  await signOut()
  expect(page().files).toEqual([])
  signedIn(ANA, 'token-ana')
  expect(page()).toEqual({ files: ['dismissal.pdf (confidential)'], issuer: 'Reis Lda.' })
})

test('a visitor’s settings stay with the visitor’s files and leave the account’s settings unchanged', async () => {
  signedIn(ANA, 'token-ana')
  await changeSettings({ issuer: 'Reis Lda.' })
  await signOut()
  await addFiles([file()], FINGERPRINT)
  await changeSettings({ issuer: 'Ana, notary', findable: false })
  signedIn(ANA, 'token-ana-2')
  const shown = { settings: { issuer: 'Reis Lda.', findable: true } }
  expect(certifyState()).toMatchObject(shown)
  await reload()
  expect(certifyState()).toMatchObject(shown)
  expect(ownDrafts()).toMatchObject([{ settings: { issuer: 'Ana, notary', findable: false } }])
})

test('assigning a visitor’s files does not overwrite newer data stored by another tab', async () => {
  await prepare()
  const [draft] = ownDrafts()
  const db = await browserDb()
  const { accountId, ...newer } = { ...draft, title: 'Typed in another tab' } as typeof draft &
    object
  await db?.put('drafts', newer)
  signedIn(ANA, 'token-ana')
  await reload()
  expect(ownDrafts()).toMatchObject([{ title: 'Typed in another tab', accountId: ANA.id }])
})

test('data stored by an earlier release belongs to the visitor until a user signs in', async () => {
  await prepare()
  const db = await browserDb()
  for (const { accountId, settings, ...older } of ownDrafts()) await db?.put('drafts', older)
  await db?.clear('settings')
  await db?.put('settings', { issuer: 'Reis Lda.', showIssuer: true, findable: false }, 'certify')
  await reload()
  expect(ownDrafts()).toMatchObject([{ settings: { issuer: 'Reis Lda.', findable: false } }])
  expect(page().files).toEqual(['dismissal.pdf (confidential)'])
  signedIn(ANA, 'token-ana')
  await reload()
  expect(page()).toEqual({ files: ['dismissal.pdf (confidential)'], issuer: 'Reis Lda.' })
  signedIn(BEN, 'token-ben')
  expect(page().files).toEqual([])
})

test('choosing a file again does not replace another user’s unreadable file', async () => {
  signedIn(ANA, 'token-ana')
  await addFiles([file()], () => Promise.reject(new Error('could not be read')))
  signedIn(BEN, 'token-ben')
  await addFiles([file()], FINGERPRINT)
  signedIn(ANA, 'token-ana')
  expect(ownDrafts()).toMatchObject([{ work: { step: 'unreadable' } }])
})

test('a response that arrives after signing out is stored for its owner only', async () => {
  await prepareAsAna()
  certify = async ({ body }) => {
    await signOut()
    return { status: 201, body: certificateFor(body as CertifyRequest) }
  }
  await sendDrafts(ids(), ANA)
  expect(ownDrafts()).toEqual([])
  await reload()
  signedIn(ANA, 'token-ana')
  expect(ownDrafts()).toMatchObject([{ work: { step: 'certified', index: 3 } }])
})

test('never repeats a request with another user’s token; its owner repeats the identical request', async () => {
  await prepareAsAna()
  certify = async () => {
    await signOut()
    signedIn(BEN, 'token-ben')
    return { status: 401, body: 'Your session has ended.' }
  }
  await sendDrafts(ids(), ANA)
  expect(unconfirmedDrafts(BEN)).toEqual([])
  expect(sent()).toHaveLength(1)
  signedIn(ANA, 'token-ana')
  await reload()
  certify = ({ body }) => ({ status: 201, body: certificateFor(body as CertifyRequest) })
  const unconfirmed = unconfirmedDrafts(ANA).map(({ id }) => id)
  await changeSettings({ issuer: '' })
  await sendDrafts(unconfirmed, ANA)
  expect(sent()).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])
})

async function prepareAsAna(): Promise<void> {
  signedIn(ANA, 'token-ana')
  await prepare()
}

/** Adds a file with a note and types an issuer. */
async function prepare(): Promise<void> {
  await addFiles([file()], FINGERPRINT)
  await editDraft(ids()[0] ?? '', { note: 'confidential' })
  await changeSettings({ issuer: 'Reis Lda.' })
}

/** What the Certify page shows. */
function page() {
  const state = certifyState()
  if (state.status !== 'open') throw new Error('the drafts are not open')
  return {
    files: state.drafts.map(({ fileName, note }) => `${fileName} (${note})`),
    issuer: displayedIssuer(
      state.drafts[0]?.settings ?? state.settings,
      useSession.getState().user,
    ),
  }
}

/** Simulates a reload: clears the state in memory and reads the stored drafts. */
async function reload(): Promise<void> {
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await restoreDrafts()
}

function ids(): string[] {
  return ownDrafts().map(({ id }) => id)
}

function sent(): unknown[] {
  return service.requests
    .filter(({ path }) => path === '/api/v1/certificates')
    .map(({ body }) => body)
}

function file(): File {
  return new File(['some text'], 'dismissal.pdf')
}
