/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import type { ReceivedRequest } from '../testing/service.ts'
import { startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'
import { DEFAULT_OPTIONS } from './verify-options.store.ts'

/** The page caches its installation's policy, so all tests share one installation. */
const INSTALLATION = await sampleInstallation({ needsWitness: true })

let stop: () => Promise<unknown>

afterEach(() => stop())

test('completes a proof file that was saved before witnesses were required', async () => {
  await start()
  const { verification, isCompleted, proofText } = await check(INSTALLATION.proof)
  expect(verification.verdict.code).toBe('verified')
  expect(isCompleted).toBe(true)
  expect((await check(proofText)).verification.exitCode).toBe(0)
})

test('reports missing witnesses while the newest state cannot be read', async () => {
  await start(({ path }) => path === '/log/anchor/latest')
  const { verification, isCompleted, proofText } = await check(INSTALLATION.proof)
  expect(verification.verdict.code).toBe('too-few-witnesses')
  expect([isCompleted, proofText]).toEqual([false, INSTALLATION.proof])
})

async function start(isDown: (request: ReceivedRequest) => boolean = () => false) {
  const service = await startService((request) =>
    isDown(request) ? { status: 503, body: 'Not responding.' } : INSTALLATION.handler(request),
  )
  stop = service.stop
}

function check(proofText: string) {
  return checkProof({ fingerprint: INSTALLATION.fingerprint, proofText }, DEFAULT_OPTIONS)
}
