/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { closeAuth, restoreSession, signedIn, signOut, useAuthDialog } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/dom'
import { browserDb } from '../drafts/browser-db.ts'
import type { Settings } from '../drafts/draft.ts'
import { certificateFor } from '../testing/certificates.ts'
import { ANA } from '../testing/people.ts'
import { startService } from '../testing/service.ts'
import { addFiles, ownDrafts } from './certify.store.ts'
import { certifyDrafts } from './certify-drafts.ts'
import { changeSettings } from './edit-drafts.ts'
import { certifyState, restoreDrafts, useStoredDrafts } from './stored-drafts.ts'

const OF_ANA: Settings = { issuer: 'Reis Lda.', showIssuer: false, findable: true }

let sent: CertifyRequest[]
let isRefusing: boolean
let stop: () => Promise<unknown>

beforeEach(async () => {
  sent = []
  isRefusing = false
  const service = await startService(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/api/v1/certificates') return { status: 204 }
    if (isRefusing) return { status: 429, body: { error: 'too many' } }
    sent.push(body as CertifyRequest)
    return { status: 201, body: certificateFor(body as CertifyRequest) }
  })
  stop = service.stop
  await restoreSession()
  await restoreDrafts()
})

afterEach(async () => {
  await signOut()
  const db = await browserDb()
  await Promise.all([db?.clear('drafts'), db?.clear('settings')])
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await stop()
})

test.each<[string, Partial<Settings>]>([
  ['nothing', {}],
  ['the issuer', { issuer: 'Ana Reis, notary' }],
  ['whether the issuer is shown', { showIssuer: false }],
  ['whether the file alone is enough', { findable: false }],
])('a visitor who changes %s leaves the account’s settings unchanged', async (_what, changes) => {
  await saveAsAna(OF_ANA)
  await certifyAsVisitor(changes)
  expect(await settings()).toEqual(OF_ANA)
})

test('certifies with what the page showed at the click, not with the account’s settings', async () => {
  await saveAsAna({ ...OF_ANA, findable: false })
  await certifyAsVisitor({})
  expect(sent).toMatchObject([{ showIssuer: true, findable: true }])
  expect(sent[0]?.opening.claims.map(({ name }) => name)).toEqual(['title'])
})

test('a repeated click after a refusal and a reload certifies with what the visitor chose', async () => {
  await saveAsAna({ ...OF_ANA, showIssuer: true })
  isRefusing = true
  await certifyAsVisitor({ findable: false })
  isRefusing = false
  await settings()
  await certifyDrafts(ownDrafts().map(({ id }) => id))
  expect(sent).toMatchObject([{ showIssuer: true, findable: false }])
  expect(sent[0]?.opening.claims.map(({ name }) => name)).toEqual(['title'])
})

test('a visitor who first closes the dialog and then creates an account is named as the issuer', async () => {
  await addFiles([new File(['some text'], 'lease.pdf')], async () => 'a'.repeat(64))
  const ids = ownDrafts().map(({ id }) => id)
  const first = certifyDrafts(ids)
  await waitFor(() => expect(useAuthDialog.getState().open).toBe(true))
  closeAuth()
  await first
  expect(ownDrafts()[0]?.settings.issuer).toBeNull()
  const second = certifyDrafts(ids)
  await waitFor(() => expect(useAuthDialog.getState().open).toBe(true))
  useAuthDialog.setState({ isNewAccount: true })
  signedIn(ANA, 'token')
  await second
  expect(sent[0]?.opening.claims).toMatchObject([
    { name: 'title' },
    { name: 'issuer', value: 'Ana Reis' },
  ])
})

async function saveAsAna(own: Settings): Promise<void> {
  signedIn(ANA, 'token')
  await changeSettings(own)
  await signOut()
}

/** Adds a file, changes settings, clicks Certify and signs in as Ana. */
async function certifyAsVisitor(changes: Partial<Settings>): Promise<void> {
  await addFiles([new File(['some text'], 'lease.pdf')], async () => 'a'.repeat(64))
  await changeSettings(changes)
  const certifying = certifyDrafts(ownDrafts().map(({ id }) => id))
  signedIn(ANA, 'token')
  await certifying
}

/** The current user's settings, which are the same after a reload. */
async function settings(): Promise<Settings> {
  const before = currentSettings()
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await restoreDrafts()
  expect(currentSettings()).toEqual(before)
  return before
}

function currentSettings(): Settings {
  const state = certifyState()
  if (state.status !== 'open') throw new Error('the drafts are not open')
  return state.settings
}
