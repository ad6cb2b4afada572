import { NO_PREVIOUS } from '@inkproof/proof/leaf'
import { parseProofFile } from '@inkproof/proof/proof-file'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { appendSteps, describeRecord, proveStep } from '@inkproof/protocol/internal'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { makeServiceKeys, testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openingJson } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

const KEYS = makeServiceKeys('svc-signing')
const DOCUMENTS = 'svc-documents'
const UNAVAILABLE = { code: 'UNAVAILABLE' }

let system: System
let services: ReturnType<typeof createServiceClient>

beforeAll(async () => {
  system = await startSystem({ SERVICE_KEYS: KEYS.publicJwks })
  const urls = new Map([[DOCUMENTS, `http://127.0.0.1:${system.api.port}`]])
  services = createServiceClient(testIdentity(KEYS, 'svc-signing'), urls)
})
afterAll(() => system.stop())

const step = (claims: Record<string, string> = { step: 'sent' }) =>
  openingJson({ kind: 5, claims: { ...claims, time: '2026-03-01T12:00:00Z' } })

const end = (previous: number) => openingJson({ kind: 2, previous, claims: { step: 'voided' } })

const append = async (...openings: OpeningJson[]) =>
  (await services.call(DOCUMENTS, appendSteps, { openings })).indexes

const appendOne = async (opening: OpeningJson) => (await append(opening))[0] as number

const prove = (opening: OpeningJson) => services.call(DOCUMENTS, proveStep, { opening })

/** The reason for which svc-documents refuses a call, which the caller does not see. */
async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject(UNAVAILABLE)
  return String((error as Error).cause)
}

test('steps get consecutive indexes, and the same ones when the call is repeated or repeats a step', async () => {
  const [first, second, third] = [step(), step(), step()]
  const indexes = await append(first, second)
  expect(indexes[1]).toBe((indexes[0] as number) + 1)
  expect(await append(first, second)).toEqual(indexes)
  const [repeated, added] = await append(second, third)
  expect(repeated).toBe(indexes[1])
  expect(added).toBeGreaterThan(indexes[1] as number)
})

test('the same step sent ten times concurrently gets one index', async () => {
  const opening = step()
  const indexes = await Promise.all(Array.from({ length: 10 }, () => appendOne(opening)))
  expect(new Set(indexes).size).toBe(1)
})

test('a step’s proof refers to a block once its entry is anchored', async () => {
  const opening = step({ step: 'completed', statements: 'ab'.repeat(32) })
  const index = await appendOne(opening)
  await system.waitUntilAnchored(index)
  const { proof, isAnchored } = await prove(opening)
  expect(isAnchored).toBe(true)
  const parsed = parseProofFile(proof ?? '')
  expect([Number(parsed.index), parsed.opening.kind, parsed.opening.previous]).toEqual([
    index,
    5,
    NO_PREVIOUS,
  ])
  const { steps } = await system.verifyProof(opening.fingerprint, proof ?? '')
  const failed = steps.filter(({ outcome }) => outcome === 'failed')
  // A step is no certificate, and the verifier for certificates says so.
  expect(failed.map(({ reason }) => reason)).toEqual(['NOT_A_CERTIFICATION'])
  const passed = steps.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)
  expect(passed).toEqual(expect.arrayContaining(['inclusion', 'checkpoint', 'trust', 'block']))
})

test('a step has no proof while no signed state covers it, and none without an anchor of its own says otherwise', async () => {
  await system.stopLog()
  const opening = step()
  expect(await prove(opening)).toEqual({ proof: null, isAnchored: false })
  const index = await appendOne(opening)
  expect(await prove(opening)).toEqual({ proof: null, isAnchored: false })
  await system.startLog({ ANCHOR_MS: '600000' })
  await system.waitUntilSigned(index)
  const { proof, isAnchored } = await prove(opening)
  expect(isAnchored).toBe(false)
  expect(parseProofFile(proof ?? '').chain).toBeUndefined()
  await system.stopLog()
  await system.startLog()
})

test('the end of a request is recorded, and its status shows it', async () => {
  const first = step()
  const index = await appendOne(first)
  const ending = end(index)
  const endIndex = await appendOne(ending)
  expect(await appendOne(ending)).toBe(endIndex)
  await system.waitUntilAnchored(endIndex)
  const { steps } = await system.verifyProof(first.fingerprint, (await prove(first)).proof ?? '')
  expect(steps.find(({ id }) => id === 'revocation')?.reason).toBe('REVOKED')
  expect((await prove(ending)).proof).toContain(`index ${endIndex}\n`)
})

test('refuses to end anything but a signing request, and then adds nothing', async () => {
  const token = await system.installation.signIn()
  const certificate = await system.client.certify(token)
  const status = await system.waitUntilAnchored(certificate.index)
  const opening = step()
  const named = [certificate.index, (status.settled?.size ?? 0) - 1, 1_000_000]
  for (const index of named) {
    expect(await refusal(append(opening, end(index)))).toContain('returned 400')
  }
  const ending = await appendOne(end(await appendOne(step())))
  expect(await refusal(append(opening, end(ending)))).toContain('returned 400')
  expect((await prove(opening)).proof).toBeNull()
})

test.each<[string, OpeningJson]>([
  ['a certificate', openingJson()],
  ['a replacement', openingJson({ kind: 3, previous: 0 })],
  ['a step that names an entry', openingJson({ kind: 5, previous: 0 })],
  ['a status', { ...openingJson(), kind: 4 }],
  ['a revocation that names no entry', { ...openingJson(), kind: 2 }],
  ['a repeated claim', repeatClaims(openingJson({ kind: 5 }))],
])('refuses %s', async (_name, opening) => {
  expect(await refusal(append(opening))).toContain('returned 400')
  expect(await refusal(prove(opening))).toContain('returned 400')
})

function repeatClaims(opening: OpeningJson): OpeningJson {
  return { ...opening, claims: [...opening.claims, ...opening.claims] }
}

test('a claim that says it is a wallet is recorded without being verified', async () => {
  const index = await appendOne(step({ step: 'sent', wallet: 'not a signature' }))
  expect(index).toBeGreaterThanOrEqual(0)
})

test('records the longest step: a reason of 10,000 characters', async () => {
  const index = await appendOne(step({ step: 'declined', reason: 'ü'.repeat(10_000) }))
  expect(index).toBeGreaterThanOrEqual(0)
})

test('describes the record', async () => {
  const { LOG_ORIGIN, CHAIN_ID } = system.installation.api
  const record = await services.call(DOCUMENTS, describeRecord, {})
  expect(record).toEqual({ origin: LOG_ORIGIN, chainId: CHAIN_ID })
})

test('callers without a service’s key are refused', async () => {
  const response = await fetch(`http://127.0.0.1:${system.api.port}${appendSteps.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ openings: [step()] }),
  })
  expect(response.status).toBe(401)
})
