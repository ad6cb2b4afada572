/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { parseProofFile } from '@inkproof/proof/proof-file'
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'
import { renewProof } from './renew-proof.ts'
import { DEFAULT_OPTIONS } from './verify-options.store.ts'

/** The page caches its installation's policy, so all tests share one installation. */
const INSTALLATION = await sampleInstallation()
const [FIRST, NEWEST] = INSTALLATION.record.anchors()

let stop: () => Promise<unknown>

afterEach(() => stop())

test('keeps the time of the first block and states the standing as of the newest one', async () => {
  await start()
  const { verification, isCompleted, proofText } = await check(INSTALLATION.proof)
  expect(verification.verdict.code).toBe('verified')
  expect(verification.facts?.blockTime).toBe(FIRST?.blockTime)
  const newestMs = Date.parse(NEWEST?.blockTime ?? '')
  expect(Date.parse(verification.notRevokedAsOf ?? '')).toBeGreaterThan(newestMs)
  expect([isCompleted, proofText]).toEqual([false, INSTALLATION.proof])
})

test('completes a proof file that was saved before its entry was anchored', async () => {
  await start()
  const { verification, isCompleted, proofText } = await check(INSTALLATION.unanchored)
  expect(verification.verdict.code).toBe('verified')
  expect(verification.facts?.blockTime).toBe(FIRST?.blockTime)
  expect([isCompleted, proofText]).toEqual([true, INSTALLATION.proof])
})

test('completes a proof file with the newest anchor if the first one is unknown', async () => {
  await start({ isFirstAnchorKnown: false })
  const { verification } = await check(INSTALLATION.unanchored)
  expect(verification.facts?.blockTime).toBe(NEWEST?.blockTime)
})

test('saving a proof file adds the newest state and keeps the first anchor', async () => {
  await start()
  const renewed = parseProofFile(await renewProof(INSTALLATION.proof, DEFAULT_OPTIONS))
  expect(renewed.newer?.checkpoint).toBe(NEWEST?.checkpoint)
  const { newer: _, ...rest } = renewed
  expect(rest).toEqual({ ...parseProofFile(INSTALLATION.proof), newer: undefined })
})

test('a proof file is saved unchanged while the record cannot be read', async () => {
  await start({ isRecordDown: true })
  expect(await renewProof(INSTALLATION.proof, DEFAULT_OPTIONS)).toBe(INSTALLATION.proof)
})

async function start({ isFirstAnchorKnown = true, isRecordDown = false } = {}) {
  const service = await startService((request) => {
    const { path } = request
    const isDown =
      (!isFirstAnchorKnown && path.startsWith('/api/v1/anchors')) ||
      (isRecordDown && path.startsWith('/log/anchor'))
    return isDown
      ? { status: 503, body: 'A service needed for this is not responding right now.' }
      : INSTALLATION.handler(request)
  })
  stop = service.stop
}

function check(proofText: string) {
  return checkProof({ fingerprint: INSTALLATION.fingerprint, proofText }, DEFAULT_OPTIONS)
}
