/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { formatVerdict } from '@inkproof/proof/wording'
import { pageTexts } from '@inkproof/texts/text'
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'

/** The page caches its installation's policy, so all tests share one installation. */
const INSTALLATION = await sampleInstallation({ invalid: [2n] })

let stop: () => Promise<unknown>

afterEach(() => stop())

test('a proof file saved before the revocation is reported as revoked', async () => {
  const { check } = await setup()
  const { verification, isCompleted } = await check(INSTALLATION.fingerprint)
  expect(verification.verdict.code).toBe('revoked')
  expect(isCompleted).toBe(true)
})

test('reports a different file as changed without querying the record', async () => {
  const { check, requests } = await setup()
  const { verification } = await check('e'.repeat(64))
  expect(verification.verdict.code).toBe('changed')
  expect(requests.some(({ path }) => path === '/log/anchor/latest')).toBe(false)
})

test('while the record is unreachable, the verdict says that revocation could not be checked', async () => {
  const { check } = await setup({ isRecordDown: true })
  const { verification, isCompleted } = await check(INSTALLATION.fingerprint)
  expect(isCompleted).toBe(false)
  expect(verification.verdict.code).toBe('certified')
  expect(formatVerdict(verification.verdict, pageTexts)).toContain(
    'Whether it has been revoked since could not be checked',
  )
})

async function setup({ isRecordDown = false } = {}) {
  const service = await startService((request) =>
    isRecordDown && request.path.startsWith('/log/anchor')
      ? { status: 503, body: 'A service needed for this is not responding right now.' }
      : INSTALLATION.handler(request),
  )
  stop = service.stop
  const node = { kind: 'installation' } as const
  const options = { trustedKey: null, otherPolicy: INSTALLATION.vkey, node }
  const check = (fingerprint: string) =>
    checkProof({ fingerprint, proofText: INSTALLATION.withoutStatus }, options)
  return { check, requests: service.requests }
}
