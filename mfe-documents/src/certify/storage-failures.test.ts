/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import { reloadPage, restoreSession, signedIn, signOut, useToasts } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { browserDb } from '../drafts/browser-db.ts'
import { findTrial, loadStoredData, saveTrial } from '../drafts/drafts.db.ts'
import { keyOf } from '../drafts/stored-settings.ts'
import { ANA, BEN } from '../testing/people.ts'
import { startService } from '../testing/service.ts'
import { addFiles, ownDrafts } from './certify.store.ts'
import { changeSettings, editDraft } from './edit-drafts.ts'
import { restoreDrafts, useStoredDrafts } from './stored-drafts.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const { put } = IDBObjectStore.prototype

let stop: () => Promise<unknown>

beforeEach(async () => {
  stop = (await startService(() => ({ status: 204 }))).stop
  await restoreSession()
  await restoreDrafts()
})

afterEach(async () => {
  freeDisk()
  await signOut()
  const db = await browserDb()
  await Promise.all([db?.clear('drafts'), db?.clear('settings'), db?.clear('made')])
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await stop()
})

test('with a full disk, the page continues without storage and says so once', async () => {
  const shown = new Map<string, string>()
  const stopRecording = useToasts.subscribe(({ toasts }) => {
    for (const { id, title } of toasts) shown.set(id, title)
  })
  fillDisk('drafts')
  await addFiles([new File(['some text'], 'lease.pdf')], async () => A)
  expect(ownDrafts()).toMatchObject([{ work: { step: 'ready', fingerprint: A } }])
  await editDraft(ownDrafts()[0]?.id ?? '', { note: 'signed in Lisbon' })
  stopRecording()
  expect([...shown.values()]).toEqual(['This browser could not save your changes'])
})

test('stores a visitor’s files, trial documents and settings as the user’s all together or not at all', async () => {
  await prepareAsVisitor()
  fillDisk('made')
  signedIn(ANA, 'token-ana')
  await restoreDrafts()
  expect(await storedOwners()).toEqual({ draft: null, settings: [null], isTrialOfVisitor: true })
})

test('what could not be stored as the user’s is not assigned to the next user', async () => {
  await prepareAsVisitor()
  fillDisk('drafts')
  signedIn(ANA, 'token-ana')
  await restoreDrafts()
  freeDisk()
  signedIn(BEN, 'token-ben')
  await reload()
  expect(ownDrafts()).toEqual([])
  expect(await storedOwners()).toEqual({ draft: ANA.id, settings: [], isTrialOfVisitor: false })
})

test('the next user gets nothing while the previous user’s files still cannot be stored', async () => {
  await prepareAsVisitor()
  fillDisk('drafts')
  signedIn(ANA, 'token-ana')
  signedIn(BEN, 'token-ben')
  await restoreDrafts()
  freeDisk()
  await restoreDrafts()
  expect(await storedOwners()).toMatchObject({ draft: ANA.id })
})

test('a delayed assignment leaves what another visitor stored meanwhile in a second tab', async () => {
  await prepareAsVisitor()
  fillDisk('drafts')
  signedIn(ANA, 'token-ana')
  await restoreDrafts()
  freeDisk()
  await storeAsLaterVisitor()
  await restoreDrafts()
  const { drafts, settings } = await loadStoredData()
  expect(drafts.map(({ fileName, accountId }) => [fileName, accountId])).toEqual([
    ['lease.pdf', ANA.id],
    ['theirs.pdf', null],
  ])
  expect(settings.get(null)?.issuer).toBe('Costa e Filhos')
  expect(await findTrial(B, ANA.id)).toMatchObject({ accountId: null })
})

test('before a reload by the shell, stores which account owns the files', async () => {
  await prepareAsVisitor()
  fillDisk('drafts')
  signedIn(ANA, 'token-ana')
  await restoreDrafts()
  freeDisk()
  await new Promise<void>((resolve) => void reloadPage(resolve))
  expect(await storedOwners()).toMatchObject({ draft: ANA.id, isTrialOfVisitor: false })
})

test('stores again after the browser has closed the connection', async () => {
  await prepareAsVisitor()
  const db = await browserDb()
  db?.close()
  db?.dispatchEvent(new IDBVersionChangeEvent('close'))
  await editDraft(ownDrafts()[0]?.id ?? '', { note: 'signed in Lisbon' })
  expect((await loadStoredData()).drafts).toMatchObject([{ note: 'signed in Lisbon' }])
})

/** Adds a file and a trial document and types an issuer. */
async function prepareAsVisitor(): Promise<void> {
  await addFiles([new File(['some text'], 'lease.pdf')], async () => A)
  await saveTrial({ fingerprint: A, fileName: 'a.pdf', sentence: 'I owe you.', madeAtMs: 1 })
  await changeSettings({ issuer: 'Reis Lda.' })
}

/** Stores a file, a trial document and settings like a second tab, where Ana has signed out. */
async function storeAsLaterVisitor(): Promise<void> {
  const later = Date.now() + 1
  const [draft] = ownDrafts()
  if (draft === undefined) throw new Error('there is no draft to copy')
  const theirs = { ...draft, id: 'theirs', fileName: 'theirs.pdf', accountId: null }
  const db = await browserDb()
  await db?.put('drafts', { ...theirs, addedAtMs: later })
  await db?.put('settings', { issuer: 'Costa e Filhos', savedAtMs: later }, keyOf(null))
  await saveTrial({
    fingerprint: B,
    fileName: 'b.pdf',
    sentence: 'You owe me.',
    madeAtMs: later,
    accountId: null,
  })
}

/** Whose the stored data is. */
async function storedOwners() {
  const { drafts, settings } = await loadStoredData()
  return {
    draft: drafts[0]?.accountId,
    settings: [...settings.keys()],
    isTrialOfVisitor: (await findTrial(A, null)) !== null,
  }
}

/** Simulates a reload: clears the state in memory and reads the stored drafts. */
async function reload(): Promise<void> {
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await restoreDrafts()
}

/** Aborts each transaction that writes to this store, as a browser does when the disk is full. */
function fillDisk(storeName: string): void {
  IDBObjectStore.prototype.put = function putAndAbort(...args) {
    const request = put.apply(this, args)
    if (this.name === storeName) request.addEventListener('success', () => this.transaction.abort())
    return request
  }
}

function freeDisk(): void {
  IDBObjectStore.prototype.put = put
}
