/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { wordVerdict } from '@inkproof/proof/wording'
import { pageTexts } from '@inkproof/texts/text'
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'

/** The page asks for the policy of its installation once, so all tests are at the same one. */
const HERE = await sampleInstallation({ isAnchoredAgain: true })

let stop: () => Promise<unknown>

afterEach(() => stop())

const SINCE = /existed on September 21, 2026 at 02:13 PM UTC, when block 4242 /

test('keeps the first block, and reports revocation as of the newest', async () => {
  const { verification, isCompleted, proofText } = await check(HERE.proof)
  expect(wordVerdict(verification.verdict, pageTexts)).toMatch(SINCE)
  expect(wordVerdict(verification.verdict, pageTexts)).toMatch(
    /Not revoked as of September 21, 2026 at 03:13 PM UTC\.$/,
  )
  expect(verification.facts?.blockNumber).toBe(4242n)
  expect([isCompleted, proofText]).toEqual([false, HERE.proof])
})

test.each([
  ['before its anchor', HERE.unanchored],
  ['without the list of what was revoked', HERE.withoutStatus],
])('a proof file saved %s is completed by the first anchor', async (_name, saved) => {
  const { verification, isCompleted, proofText } = await check(saved)
  expect(wordVerdict(verification.verdict, pageTexts)).toMatch(SINCE)
  expect([isCompleted, proofText]).toEqual([true, HERE.proof])
})

test('completes it with the newest anchor if the first one is not given', async () => {
  const { verification } = await check(HERE.unanchored, { knowsFirst: false })
  expect(verification.facts?.blockNumber).toBe(5000n)
})

async function check(proofText: string, { knowsFirst = true } = {}) {
  const service = await startService((request) =>
    !knowsFirst && request.path.startsWith('/api/v1/anchors')
      ? { status: 503, body: 'A service needed for this is not responding right now.' }
      : HERE.handler(request),
  )
  stop = service.stop
  const node = { kind: 'installation' } as const
  const options = { trustedKey: null, otherPolicy: HERE.vkey, node }
  return checkProof({ fingerprint: HERE.fingerprint, proofText }, options)
}
