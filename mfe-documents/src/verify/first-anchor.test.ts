/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { formatVerdict } from '@inkproof/proof/wording'
import { pageTexts } from '@inkproof/texts/text'
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'

/** The page caches its installation's policy, so all tests share one installation. */
const INSTALLATION = await sampleInstallation({ isAnchoredAgain: true })

let stop: () => Promise<unknown>

afterEach(() => stop())

const CERTIFIED_AT = /existed on September 21, 2026 at 02:13 PM UTC, when block 4242 /

test('keeps the first block and reports the revocation status as of the newest anchor', async () => {
  const { verification, isCompleted, proofText } = await check(INSTALLATION.proof)
  expect(formatVerdict(verification.verdict, pageTexts)).toMatch(CERTIFIED_AT)
  expect(formatVerdict(verification.verdict, pageTexts)).toMatch(
    /Not revoked as of September 21, 2026 at 03:13 PM UTC\.$/,
  )
  expect(verification.facts?.blockNumber).toBe(4242n)
  expect([isCompleted, proofText]).toEqual([false, INSTALLATION.proof])
})

test.each([
  ['before its anchor', INSTALLATION.unanchored],
  ['without the revocation list', INSTALLATION.withoutStatus],
])('completes a proof file saved %s with the first anchor', async (_name, saved) => {
  const { verification, isCompleted, proofText } = await check(saved)
  expect(formatVerdict(verification.verdict, pageTexts)).toMatch(CERTIFIED_AT)
  expect([isCompleted, proofText]).toEqual([true, INSTALLATION.proof])
})

test('completes a proof file with the newest anchor if the first one is unknown', async () => {
  const { verification } = await check(INSTALLATION.unanchored, { isFirstAnchorKnown: false })
  expect(verification.facts?.blockNumber).toBe(5000n)
})

async function check(proofText: string, { isFirstAnchorKnown = true } = {}) {
  const service = await startService((request) =>
    !isFirstAnchorKnown && request.path.startsWith('/api/v1/anchors')
      ? { status: 503, body: 'A service needed for this is not responding right now.' }
      : INSTALLATION.handler(request),
  )
  stop = service.stop
  const node = { kind: 'installation' } as const
  const options = { trustedKey: null, otherPolicy: INSTALLATION.vkey, node }
  return checkProof({ fingerprint: INSTALLATION.fingerprint, proofText }, options)
}
