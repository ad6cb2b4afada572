/** What the status in the proof's own state shows about the certificate. */
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
import { answer, ONE_HOUR_LATER } from './testing/verification-setup.ts'
import { verify } from './verify.ts'

type Sample = ReturnType<typeof sampleCase>

async function verifyWithStatus(sample: Sample, status: StatusSnapshot | undefined) {
  const { read, opening, index, checkpoint, vkey: logKey, chain, fingerprint } = sample
  const proofFile = await buildProof({ read, opening, index, checkpoint, logKey, chain, status })
  const blocks = { kind: 'trusted block hashes', hashes: [sample.blockHash] } as const
  const policy = samplePolicy(logKey)
  return await verify({ fingerprint, proofFile, policy, blocks, now: ONE_HOUR_LATER })
}

/** Creates an entry that revokes the one at `previous`. */
function revocationOf(previous: bigint): Uint8Array {
  return encodeEntry({ kind: KINDS.revoked, commitment: sha256(utf8('why')), previous })
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

test.each([
  ['a revocation', [revocationOf(2n)]],
  ['any entry', otherEntries(1)],
])('a status with %s after it does not cover the state', async (_name, after) => {
  const sample = sampleCase({ after })
  const result = await verifyWithStatus(sample, sample.snapshot)
  expect(answer(result)).toEqual(['incomplete', 2, 'not checked STATUS_NOT_FRESH'])
})

test('a status that is the last entry but does not cover all earlier entries does not count', async () => {
  // The status omits the revocation at index 1: n is 1, and the status entry is at index 2.
  const bitmap = new Map<number, Uint8Array>()
  const sample = sampleFrom([revocationOf(0n), statusEntry(1n, bitmapRoot(bitmap, 1n))])
  const result = await verifyWithStatus(sample, { index: 2n, n: 1n, bitmap })
  expect(answer(result)).toEqual(['incomplete', 2, 'not checked STATUS_NOT_FRESH'])
})

test('an old status that marks the certificate proves the revocation, which is permanent', async () => {
  const sample = sampleCase({ invalid: [2n], after: otherEntries(3) })
  const result = await verifyWithStatus(sample, sample.snapshot)
  expect(answer(result)).toEqual(['revoked', 1, 'failed REVOKED'])
})

test('refuses a status that does not match its entry', async () => {
  const commitment = sha256(concat(utf8('inkproof/status/v2\0'), u64be(1n), new Uint8Array(32)))
  const other = encodeEntry({ kind: KINDS.status, commitment, previous: NO_PREVIOUS })
  const status = { index: 1n, n: 1n, bitmap: new Map<number, Uint8Array>() }
  const result = await verifyWithStatus(sampleFrom([other]), status)
  expect(result.verdict.code).toBe('broken')
})
