/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import { signatureWith } from '@inkproof/pdf-signatures/testing/sample-signature'
import { signedIn, signOut, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import { ANA, BEN } from '../testing/people.ts'
import { startService } from '../testing/service.ts'
import { answerOf, reportedAnswerOf } from './answer.ts'
import './clear-for-next-user.ts'
import { loadResults, saveResults } from './results.db.ts'
import { restoreResults, setResultsOwner } from './stored-results.ts'
import { setSignatures, useVerify } from './verify.store.ts'
import { pair } from './verify-entries.ts'
import { restoreRows, startOver, verifyFiles } from './verify-input.ts'

const INSTALLATION = await sampleInstallation()

let stop: () => Promise<unknown>

afterEach(async () => {
  await signOut()
  startOver()
  await stop()
})

test('stores the results of a visitor without the contents of the files', async () => {
  await setup()
  await verifyLease()
  const stored = await waitForStored(1)
  expect(stored).toMatchObject({
    accountId: null,
    files: [{ name: 'lease.pdf', work: { step: 'ready', fingerprint: INSTALLATION.fingerprint } }],
  })
  expect(
    JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? '' : value)),
  ).not.toContain('some text')
})

test('shows stored results at once, and marks them when they cannot be checked again', async () => {
  const { breakDown } = await setup()
  await verifyLease()
  const stored = await waitForStored(1)
  startOver()
  breakDown()
  restoreRows(stored)
  expect(codes()).toEqual(['verified'])
  await waitFor(() => expect(outcomes().map((outcome) => 'isOutOfDate' in outcome)).toEqual([true]))
  expect(codes()).toEqual(['verified'])
})

test('an answer that is read on a later day, or in a report, has the whole date', async () => {
  await setup()
  await verifyLease()
  const [outcome] = outcomes()
  if (outcome?.step !== 'checked') throw new Error('not verified')
  expect(answerOf(outcome).context).toMatch(/Not revoked as of today, /)
  const asOf = 'Not revoked as of November 20, 2026 at 11:02 AM UTC.'
  const time = '2026-11-20T11:02:00.000Z'
  const verification = { ...outcome.verification, verifiedAt: time, notRevokedAsOf: time }
  expect(answerOf({ ...outcome, verification }).context).not.toContain('today')
  expect(reportedAnswerOf({ ...outcome, verification }).context).toContain(asOf)
})

test('starting over removes the stored results', async () => {
  await setup()
  await verifyLease()
  await waitForStored(1)
  startOver()
  await waitFor(async () => expect(await loadResults()).toBeNull())
})

test('the results of one user are stored for that user, and removed when another one signs in', async () => {
  await setup()
  signedIn(ANA, 'token-ana')
  await verifyLease()
  await waitFor(async () => expect((await loadResults())?.accountId).toBe(ANA.id))
  signedIn(BEN, 'token-ben')
  expect(useVerify.getState().files).toEqual([])
  await waitFor(async () => expect(await loadResults()).toBeNull())
})

test('results of another visit are not shown, so that an answer never stands for another file', async () => {
  await setup()
  await verifyLease()
  const stored = await waitForStored(1)
  startOver()
  await waitFor(async () => expect(await loadResults()).toBeNull())
  await saveResults({ ...stored, accountId: ANA.id, visitId: 'other' })
  await setResultsOwner(ANA.id)
  expect(useVerify.getState().files).toEqual([])
})

test('results that another user has stored are not shown', async () => {
  await setup()
  await verifyLease()
  const stored = await waitForStored(1)
  startOver()
  await waitFor(async () => expect(await loadResults()).toBeNull())
  await saveResults({ ...stored, accountId: BEN.id })
  await setResultsOwner(ANA.id)
  expect(useVerify.getState().files).toEqual([])
  await setResultsOwner(BEN.id)
  expect(codes()).toEqual(['verified'])
})

test('a check of signatures that a reload interrupts is stored as interrupted, a completed one with its report', async () => {
  await setup()
  await verifyFiles([nodeFile('some text', 'a.pdf')], async () => INSTALLATION.fingerprint)
  const file = () => useVerify.getState().files[0]
  const storedCheck = async () => (await loadResults())?.files[0]?.signatures
  await waitFor(() => expect(file()?.signatures).toEqual({ step: 'none' }))
  setSignatures(file()?.id ?? '', { step: 'checking' })
  const interrupted = { step: 'failed', reason: 'interrupted' }
  await waitFor(async () => expect(await storedCheck()).toEqual(interrupted))
  const report = { signatures: [signatureWith()], problem: null }
  const completed = { step: 'checked', report } as const
  setSignatures(file()?.id ?? '', completed)
  await waitFor(async () => expect(await storedCheck()).toEqual(completed))
})

async function setup() {
  let isDown = false
  const service = await startService((request) => {
    if (request.path.endsWith('logout')) return { status: 204 }
    return isDown ? { status: 503, body: 'Down.' } : INSTALLATION.handler(request)
  })
  stop = service.stop
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  await restoreResults()
  const breakDown = () => {
    isDown = true
  }
  return { breakDown }
}

async function verifyLease(): Promise<void> {
  const files = [
    nodeFile('some text', 'lease.pdf'),
    nodeFile(INSTALLATION.proof, 'lease.tlog-proof'),
  ]
  await verifyFiles(files, async () => INSTALLATION.fingerprint)
  await waitFor(() => expect(codes()).toEqual(['verified']))
}

async function waitForStored(count: number) {
  return waitFor(async () => {
    const stored = await loadResults()
    const finished = Object.values(stored?.outcomes ?? {}).filter(({ step }) => step === 'checked')
    if (!stored || finished.length !== count) throw new Error('not stored yet')
    return stored
  })
}

function outcomes() {
  const { files, proofs, outcomes } = useVerify.getState()
  return pair(files, proofs).flatMap(({ key }) => outcomes[key] ?? [])
}

function codes(): string[] {
  return outcomes().map((outcome) =>
    outcome.step === 'checked' ? outcome.verification.verdict.code : outcome.step,
  )
}
