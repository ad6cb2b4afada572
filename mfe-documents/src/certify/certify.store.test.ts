/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import { reloadPage, useSession } from '@inkproof/slice'
import { beforeEach, expect, test } from '@jest/globals'
import { loadStoredData } from '../drafts/drafts.db.ts'
import type { Fingerprinter } from '../fingerprint/fingerprint.ts'
import { addFiles, cancelReading, ownDrafts, removeDrafts } from './certify.store.ts'
import { changeSettings, editDraft } from './edit-drafts.ts'
import { restoreDrafts, useStoredDrafts } from './stored-drafts.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)

beforeEach(async () => {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  await restoreDrafts()
  await removeDrafts(ownDrafts().map(({ id }) => id))
})

test('each file gets its own result when a later file finishes first', async () => {
  const { fingerprint, finish } = manualFingerprinter()
  const adding = addFiles([textFile('slow.pdf'), textFile('quick.pdf')], fingerprint)
  await finish('quick.pdf', B)
  await finish('slow.pdf', A)
  await adding
  expect(ownDrafts().map(({ fileName, work }) => ({ fileName, work }))).toEqual([
    { fileName: 'slow.pdf', work: { step: 'ready', fingerprint: A } },
    { fileName: 'quick.pdf', work: { step: 'ready', fingerprint: B } },
  ])
})

test('removes a cancelled file from the list and continues with the others', async () => {
  const { fingerprint, finish, waitForStart } = manualFingerprinter()
  const adding = addFiles([textFile('a.pdf'), textFile('b.pdf')], fingerprint)
  await waitForStart('a.pdf')
  cancelReading(draftId('a.pdf'))
  await finish('b.pdf', B)
  await adding
  expect(ownDrafts().map(({ fileName }) => fileName)).toEqual(['b.pdf'])
})

test('shows an unreadable file in the list, with the reason', async () => {
  const fingerprint = () => Promise.reject(new Error('“a.pdf” could not be read.'))
  await addFiles([textFile('a.pdf')], fingerprint)
  expect(ownDrafts()[0]?.work).toEqual({
    step: 'unreadable',
    reason: '“a.pdf” could not be read.',
  })
})

test('rejects an empty file with an error that contains its name', async () => {
  await addFiles([new File([], 'empty.txt')], manualFingerprinter().fingerprint)
  expect(ownDrafts()[0]?.work).toMatchObject({ reason: expect.stringContaining('empty.txt') })
})

test('fingerprints and input survive a reload', async () => {
  await addFiles([textFile('Lease 2026.pdf')], async () => A)
  await editDraft(draftId('Lease 2026.pdf'), { note: 'signed in Lisbon' })
  await changeSettings({ findable: true, issuer: 'Reis Lda.' })
  const stateBefore = useStoredDrafts.getState()
  await reload()
  expect(useStoredDrafts.getState()).toEqual(stateBefore)
  expect(ownDrafts()[0]).toMatchObject({ title: 'Lease 2026', note: 'signed in Lisbon' })
})

test('choosing a file again replaces the draft whose reading a reload interrupted', async () => {
  const { fingerprint, waitForStart } = manualFingerprinter()
  void addFiles([textFile('a.pdf')], fingerprint)
  await waitForStart('a.pdf')
  await reload()
  expect(ownDrafts()[0]?.work).toEqual({ step: 'interrupted' })
  await addFiles([textFile('a.pdf')], async () => A)
  expect(ownDrafts().map(({ work }) => work)).toEqual([{ step: 'ready', fingerprint: A }])
  await reload()
  expect(ownDrafts()).toHaveLength(1)
})

test('a removed draft does not reappear when its fingerprint is ready', async () => {
  const { fingerprint, finish, waitForStart } = manualFingerprinter()
  const reading = addFiles([textFile('a.pdf')], fingerprint)
  await waitForStart('a.pdf')
  await removeDrafts([draftId('a.pdf')])
  await finish('a.pdf', A)
  await reading
  await reload()
  expect(ownDrafts()).toEqual([])
})

/** Simulates a reload: clears the state in memory and reads the stored drafts. */
async function reload(): Promise<void> {
  useStoredDrafts.setState({ status: 'restoring' }, true)
  await restoreDrafts()
}

test('a reload by the shell waits until all input is stored', async () => {
  await addFiles([textFile('lease.pdf')], async () => A)
  const state = useStoredDrafts.getState()
  if (state.status !== 'open') throw new Error('the drafts are not open')
  const drafts = state.drafts.map((draft) => ({ ...draft, title: 'Typed a moment ago' }))
  useStoredDrafts.setState({ ...state, drafts })
  let stored: string[] = []
  await new Promise<void>((resolve) => {
    void reloadPage(async () => {
      stored = (await loadStoredData()).drafts.map(({ title }) => title)
      resolve()
    })
  })
  expect(stored).toEqual(['Typed a moment ago'])
})

/** A fingerprinter that resolves when the test calls `finish`. */
function manualFingerprinter() {
  const started = new Map<string, (fingerprint: string) => void>()
  const waiting: (() => void)[] = []
  const fingerprint: Fingerprinter = (file, { signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      started.set(file.name, resolve)
      for (const wake of waiting.splice(0)) wake()
    })
  async function waitForStart(name: string) {
    while (!started.has(name)) await new Promise<void>((resolve) => waiting.push(resolve))
    return started.get(name)
  }
  const finish = async (name: string, result: string) => (await waitForStart(name))?.(result)
  return { fingerprint, finish, waitForStart }
}

function draftId(fileName: string): string {
  return ownDrafts().find((draft) => draft.fileName === fileName)?.id ?? ''
}

function textFile(name: string): File {
  return new File(['some text'], name)
}
