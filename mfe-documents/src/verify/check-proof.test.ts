/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { formatVerdict } from '@inkproof/proof/wording'
import { pageTexts } from '@inkproof/texts/text'
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'
import { DEFAULT_OPTIONS, type VerifyOptions } from './verify-options.store.ts'

/** The page caches its installation's policy, so all tests share one installation. */
const INSTALLATION = await sampleInstallation({ isRevoked: true })

let stop: () => Promise<unknown>

afterEach(() => stop())

test('a proof file saved before the revocation is reported as revoked', async () => {
  const { check } = await setup()
  const { verification, isOwnRecord } = await check(INSTALLATION.fingerprint)
  expect(verification.verdict.code).toBe('revoked')
  expect(isOwnRecord).toBe(true)
})

test('when only existence is asked, a revocation does not count', async () => {
  const { check } = await setup()
  const { verification } = await check(INSTALLATION.fingerprint, { existenceOnly: true })
  expect(verification.verdict.code).toBe('existed')
})

test('reports a different file as changed', async () => {
  const { check } = await setup()
  const { verification } = await check('e'.repeat(64))
  expect(verification.verdict.code).toBe('changed')
})

test('while the record is unreachable, the answer states until when it was not revoked', async () => {
  const { check } = await setup({ isRecordDown: true })
  const { verification } = await check(INSTALLATION.fingerprint)
  expect(verification.verdict.code).toBe('standing-outdated')
  expect(formatVerdict(verification, pageTexts).note).toBe(
    'Whether it was revoked since could not be checked.',
  )
})

test('without a node, still learns of the revocation from the record', async () => {
  const { check, requests } = await setup()
  const { verification } = await check(INSTALLATION.fingerprint, { node: { kind: 'none' } })
  expect(verification.verdict.code).toBe('revoked')
  expect(requests.some(({ path }) => path === '/api/v1/chain')).toBe(false)
})

async function setup({ isRecordDown = false } = {}) {
  const service = await startService((request) =>
    isRecordDown && /^\/log\/(anchor|checkpoint)/.test(request.path)
      ? { status: 503, body: 'A service needed for this is not responding right now.' }
      : INSTALLATION.handler(request),
  )
  stop = service.stop
  const check = (fingerprint: string, options: Partial<VerifyOptions> = {}) =>
    checkProof({ fingerprint, proofText: INSTALLATION.proof }, { ...DEFAULT_OPTIONS, ...options })
  return { check, requests: service.requests }
}
