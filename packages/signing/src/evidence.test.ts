import { toBase64Url } from '@inkproof/proof/bytes'
import { samplePolicy } from '@inkproof/proof/testing/sample-log'
import { verify } from '@inkproof/proof/verify'
import { beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Evidence, formatEvidence, parseEvidence } from './evidence.ts'
import type { EvidenceInput } from './evidence-context.ts'
import { type SampleKeys, sampleKeys, sampleRequest } from './testing/sample-request.ts'
import { verifyEvidence } from './verify-evidence.ts'

let keys: SampleKeys
let evidence: Evidence
let input: EvidenceInput

beforeAll(async () => {
  keys = await sampleKeys()
  ;({ evidence, input } = await sampleRequest(keys))
})

test('evidence is parsed as it was formatted, and has one encoding', () => {
  const parsed = parseEvidence(formatEvidence(evidence))
  expect(parsed).toEqual(evidence)
  expect(formatEvidence(parsed)).toBe(input.evidence)
})

test('any changed character of the evidence is detected', async () => {
  const text = input.evidence
  await fc.assert(
    fc.asyncProperty(
      fc.nat(text.length - 1),
      fc.constantFrom('A', 'B', '0', '"', '\n'),
      async (i, character) => {
        fc.pre(text[i] !== character)
        const changed = text.slice(0, i) + character + text.slice(i + 1)
        const { verdict } = await verifyEvidence({ ...input, evidence: changed })
        // The checkpoint at the end of the proof is checked with the record, by the caller.
        const isProof = i > text.indexOf('"proof"')
        if (!isProof) expect(verdict).toBe('broken')
      },
    ),
    { numRuns: 40 },
  )
})

const FORMAT = 'inkproof/evidence/v1'
const bytes = fc.uint8Array({ maxLength: 200 }).map(toBase64Url)

test('hostile JSON gives a result, never an exception', async () => {
  const parts = fc.record({
    format: fc.oneof(fc.constant(FORMAT), fc.jsonValue()),
    envelope: fc.oneof(bytes, fc.jsonValue()),
    steps: fc.oneof(fc.array(bytes), fc.jsonValue()),
    statements: fc.oneof(fc.array(bytes), fc.jsonValue()),
    proof: fc.oneof(fc.string(), fc.jsonValue()),
  })
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    parts.map((part) => `${JSON.stringify(part, null, 2)}\n`),
  )
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { verdict } = await verifyEvidence({ ...input, evidence: text })
      expect(verdict).toBe('broken')
    }),
  )
})

test('deeply nested JSON gives a result', async () => {
  const text = '['.repeat(200_000) + ']'.repeat(200_000)
  const { checks } = await verifyEvidence({ ...input, evidence: text })
  expect(checks[0]?.reason).toBe('BAD_EVIDENCE')
})

test('hostile bytes in any part of valid evidence give a result', async () => {
  const random = fc.uint8Array({ maxLength: 100 })
  await fc.assert(
    fc.asyncProperty(random, fc.nat(3), fc.nat(30), async (part, which, index) => {
      const json = JSON.parse(input.evidence)
      const text = toBase64Url(part)
      if (which === 0) json.envelope = text
      else if (which === 1) json.steps[index % json.steps.length] = text
      else if (which === 2) json.statements[index % json.statements.length] = text
      else json.proof = text
      const hostile = `${JSON.stringify(json, null, 2)}\n`
      const { verdict } = await verifyEvidence({ ...input, evidence: hostile })
      expect(verdict).toBe('broken')
    }),
    { numRuns: 60 },
  )
})

test('packages/proof finds the last step in the record, but refuses it because it certifies no file', async () => {
  const { ceremony, evidence: recorded, vkey } = await sampleRequest(keys)
  const { steps } = await verify({
    fingerprint: ceremony.digest,
    proofFile: recorded.proof,
    policy: samplePolicy(vkey),
    blocks: { kind: 'trusted block hashes', hashes: [new Uint8Array(32)] },
  })
  const reasons = Object.fromEntries(steps.map(({ id, reason }) => [id, reason]))
  expect(reasons).toMatchObject({
    'proof-file': 'OK',
    fingerprint: 'OK',
    entry: 'NOT_A_CERTIFICATION',
    inclusion: 'OK',
    checkpoint: 'OK',
    anchor: 'NOT_ANCHORED',
  })
})
