import { expect, test } from '@jest/globals'
import { buildProof } from './build.ts'
import { concat, u64be, utf8 } from './bytes.ts'
import { encodeEntry, entryBytes, KINDS, NO_PREVIOUS } from './leaf.ts'
import { sha256 } from './sha256.ts'
import { bitmapRoot, type StatusSnapshot, statusEntry } from './status.ts'
import {
  otherEntries,
  sampleAnchor,
  sampleCase,
  sampleLog,
  sampleOpening,
  samplePolicy,
  sampleStatus,
} from './testing/sample-log.ts'
import { formatInEnglish } from './testing/verification-setup.ts'
import { type Verification, verify } from './verify.ts'

const NOT_CHECKED = 'Whether it has been revoked since could not be checked.'

/** Creates an entry that revokes or supersedes the one at `previous`. */
function endingEntry(previous: bigint, kind: number = KINDS.revoked): Uint8Array {
  return encodeEntry({ kind, commitment: sha256(utf8('why')), previous })
}

type Sample = ReturnType<typeof sampleCase>

async function verifyWithStatus(
  sample: Sample,
  status: StatusSnapshot | undefined,
): Promise<Verification> {
  const { read, opening, index, checkpoint, vkey: logKey, chain, fingerprint } = sample
  const proofFile = await buildProof({ read, opening, index, checkpoint, logKey, chain, status })
  const blocks = { kind: 'trusted block hashes', hashes: [sample.blockHash] } as const
  return await verify({ fingerprint, proofFile, policy: samplePolicy(logKey), blocks })
}

function revocationOutcome({ steps }: Verification): string {
  const step = steps.find(({ id }) => id === 'revocation')
  return `${step?.outcome} ${step?.reason}`
}

/** Creates an anchored log with the certificate at index 0, followed by these entries. */
function sampleFrom(entries: readonly Uint8Array[]): Sample {
  const fingerprint = new Uint8Array(32).fill(1)
  const opening = sampleOpening(fingerprint)
  const log = sampleLog([entryBytes(opening), ...entries])
  const { snapshot } = sampleStatus(2n, [])
  const { chain, blockHash } = sampleAnchor(log)
  return { ...log, fingerprint, opening, index: 0n, snapshot, chain, blockHash, hash: '' }
}

test('a fresh status that does not mark the certificate proves it was not revoked', async () => {
  const sample = sampleCase()
  const result = await verifyWithStatus(sample, sample.snapshot)
  expect(revocationOutcome(result)).toBe('passed OK')
  expect(formatInEnglish(result).verdict.sentence).not.toContain(NOT_CHECKED)
})

test('an old status with a newer checkpoint does not hide a revocation', async () => {
  const sample = sampleCase({ after: [endingEntry(2n)] })
  const result = await verifyWithStatus(sample, sample.snapshot)
  expect(revocationOutcome(result)).toBe('not checked STATUS_NOT_FRESH')
  expect(formatInEnglish(result).verdict.sentence).toContain(NOT_CHECKED)
  expect(result.exitCode).toBe(0)
})

test('a single entry after the status makes it stale', async () => {
  const sample = sampleCase({ after: otherEntries(1) })
  expect(revocationOutcome(await verifyWithStatus(sample, sample.snapshot))).toBe(
    'not checked STATUS_NOT_FRESH',
  )
})

test('an older status is not fresh when a newer one marks the certificate', async () => {
  const marked = sampleStatus(8n, [2n])
  const sample = sampleCase({ after: [endingEntry(2n), marked.entry] })
  expect(revocationOutcome(await verifyWithStatus(sample, sample.snapshot))).toBe(
    'not checked STATUS_NOT_FRESH',
  )
  expect(revocationOutcome(await verifyWithStatus(sample, marked.snapshot))).toBe('failed REVOKED')
})

test('a status that is the last entry but does not cover all earlier entries is not fresh', async () => {
  // The status omits the revocation at index 1: n is 1, and the status entry is at index 2.
  const bitmap = new Map<number, Uint8Array>()
  const sample = sampleFrom([endingEntry(0n), statusEntry(1n, bitmapRoot(bitmap, 1n))])
  const result = await verifyWithStatus(sample, { index: 2n, n: 1n, bitmap })
  expect(revocationOutcome(result)).toBe('not checked STATUS_NOT_FRESH')
})

test('an old status that marks the certificate proves the revocation, which is permanent', async () => {
  const sample = sampleCase({ invalid: [2n], after: otherEntries(3) })
  const result = await verifyWithStatus(sample, sample.snapshot)
  expect(revocationOutcome(result)).toBe('failed REVOKED')
  expect(result.verdict.code).toBe('revoked')
})

test('reports a revocation entry as stated by the operator', async () => {
  const sample = sampleFrom([endingEntry(0n)])
  const { read, opening, index, checkpoint, vkey: logKey, chain, fingerprint } = sample
  const input = { read, opening, index, checkpoint, logKey, chain, revokedBy: 1n }
  const proofFile = await buildProof(input)
  const blocks = { kind: 'trusted block hashes', hashes: [sample.blockHash] } as const
  const result = await verify({ fingerprint, proofFile, policy: samplePolicy(logKey), blocks })
  const step = formatInEnglish(result).steps.find(({ id }) => id === 'revocation')
  expect(step?.values['said by']).toMatch(/^the operator of the log/)
})

test('without a status, the verdict says that revocation could not be checked', async () => {
  const result = await verifyWithStatus(sampleCase(), undefined)
  expect(revocationOutcome(result)).toBe('not checked NO_STATUS')
  expect(formatInEnglish(result).verdict.sentence).toContain(NOT_CHECKED)
})

test('refuses a status that does not match its entry', async () => {
  const commitment = sha256(concat(utf8('inkproof/status/v2\0'), u64be(1n), new Uint8Array(32)))
  const other = encodeEntry({ kind: KINDS.status, commitment, previous: NO_PREVIOUS })
  const result = await verifyWithStatus(sampleFrom([other]), {
    index: 1n,
    n: 1n,
    bitmap: new Map(),
  })
  expect(result.verdict.code).toBe('failed')
})
