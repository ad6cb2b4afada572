/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { randomBytes } from '@inkproof/proof/bytes'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { sampleInstallation } from '../testing/installation.ts'
import { type ReceivedRequest, startService } from '../testing/service.ts'
import { checkProof } from './check-proof.ts'
import { renewProof } from './renew-proof.ts'
import { DEFAULT_OPTIONS } from './verify-options.store.ts'

/** The record was anchored, its key was rotated, and then it was anchored twice: by both keys, and by the new one. */
const INSTALLATION = await rotatedInstallation()

let requests: ReceivedRequest[]
let stop: () => Promise<unknown>

beforeEach(async () => {
  const service = await startService((request) =>
    // Without the first anchor, a proof file is completed with the newest one.
    request.path.startsWith('/api/v1/anchors')
      ? { status: 503, body: 'A service needed for this is not responding right now.' }
      : INSTALLATION.handler(request),
  )
  requests = service.requests
  stop = service.stop
})

afterEach(() => stop())

async function rotatedInstallation() {
  const installation = await sampleInstallation({ isAnchoredAgain: false })
  const { record } = installation
  record.rotateKey()
  record.anchor({ afterS: 1_000 })
  record.certify(randomBytes(32))
  record.anchor({ afterS: 2_000 })
  record.mine(1)
  return installation
}

function check(proofText: string) {
  return checkProof({ fingerprint: INSTALLATION.fingerprint, proofText }, DEFAULT_OPTIONS)
}

test('a proof file saved before the key was rotated is verified', async () => {
  expect((await check(INSTALLATION.proof)).verification.verdict.code).toBe('verified')
})

test('saving such a proof file adds the newest state and the rotation', async () => {
  const renewed = await renewProof(INSTALLATION.proof, DEFAULT_OPTIONS)
  const { newer, rotations } = parseProofFile(renewed)
  expect(newer?.checkpoint).toBe(INSTALLATION.record.anchors().at(-1)?.checkpoint)
  expect(rotations).toHaveLength(1)
  expect((await check(renewed)).verification.verdict.code).toBe('verified')
})

test('saving it again needs the rotations in the file only', async () => {
  const renewed = await renewProof(INSTALLATION.proof, DEFAULT_OPTIONS)
  requests.length = 0
  expect(await renewProof(renewed, DEFAULT_OPTIONS)).toBe(renewed)
  expect(requests.map(({ path }) => path)).not.toContain('/log/rotations.json')
})

test('a proof file saved before its entry was anchored is completed with a state signed by the new key', async () => {
  const { verification, isCompleted, proofText } = await check(INSTALLATION.unanchored)
  expect([isCompleted, verification.verdict.code]).toEqual([true, 'verified'])
  expect(parseProofFile(proofText).rotations).toHaveLength(1)
})
