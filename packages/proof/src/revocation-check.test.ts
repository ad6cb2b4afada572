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
import { worded } from './testing/verifiable.ts'
import { type Verification, verify } from './verify.ts'

const UNKNOWN = 'Whether it has been revoked since could not be checked.'

/** Creates an entry that ends the one at `previous`. */
function ending(previous: bigint, kind: number = KINDS.revoked): Uint8Array {
  return encodeEntry({ kind, commitment: sha256(utf8('why')), previous })
}

type Made = ReturnType<typeof sampleCase>

async function verified(made: Made, status: StatusSnapshot | undefined): Promise<Verification> {
  const { read, opening, index, checkpoint, vkey: logKey, chain, fingerprint } = made
  const proofFile = await buildProof({ read, opening, index, checkpoint, logKey, chain, status })
  const blocks = { kind: 'trusted block hashes', hashes: [made.blockHash] } as const
  return await verify({ fingerprint, proofFile, policy: samplePolicy(logKey), blocks })
}

function revocation({ steps }: Verification): string {
  const found = steps.find((step) => step.id === 'revocation')
  return `${found?.outcome} ${found?.reason}`
}

/** A log with the certificate at 0 followed by the given entries, anchored. */
function logOf(entries: readonly Uint8Array[]): Made {
  const fingerprint = new Uint8Array(32).fill(1)
  const opening = sampleOpening(fingerprint)
  const log = sampleLog([entryBytes(opening), ...entries])
  const { snapshot } = sampleStatus(2n, [])
  const { chain, blockHash } = sampleAnchor(log)
  return { ...log, fingerprint, opening, index: 0n, snapshot, chain, blockHash, hash: '' }
}

test('a fresh status that does not mark the certificate proves it was not revoked', async () => {
  const made = sampleCase()
  const found = await verified(made, made.snapshot)
  expect(revocation(found)).toBe('passed OK')
  expect(worded(found).verdict.sentence).not.toContain(UNKNOWN)
})

test('an old status beside a newer state does not hide a revocation', async () => {
  const made = sampleCase({ after: [ending(2n)] })
  const found = await verified(made, made.snapshot)
  expect(revocation(found)).toBe('not checked STATUS_NOT_FRESH')
  expect(worded(found).verdict.sentence).toContain(UNKNOWN)
  expect(found.exitCode).toBe(0)
})

test('a single entry after the status makes it stale', async () => {
  const made = sampleCase({ after: otherEntries(1) })
  expect(revocation(await verified(made, made.snapshot))).toBe('not checked STATUS_NOT_FRESH')
})

test('refuses an older status where a newer one marks the certificate', async () => {
  const marked = sampleStatus(8n, [2n])
  const made = sampleCase({ after: [ending(2n), marked.entry] })
  expect(revocation(await verified(made, made.snapshot))).toBe('not checked STATUS_NOT_FRESH')
  expect(revocation(await verified(made, marked.snapshot))).toBe('failed REVOKED')
})

test('a status that is the last entry but does not cover all before it is not fresh', async () => {
  // The log does not count the revocation at 1: n is 1, and the status entry is at 2.
  const bitmap = new Map<number, Uint8Array>()
  const made = logOf([ending(0n), statusEntry(1n, bitmapRoot(bitmap, 1n))])
  const found = await verified(made, { index: 2n, n: 1n, bitmap })
  expect(revocation(found)).toBe('not checked STATUS_NOT_FRESH')
})

test('an old status that marks the certificate suffices: revocation is permanent', async () => {
  const made = sampleCase({ invalid: [2n], after: otherEntries(3) })
  const found = await verified(made, made.snapshot)
  expect(revocation(found)).toBe('failed REVOKED')
  expect(found.verdict.code).toBe('revoked')
})

test('reports an entry that ends the certificate as stated by the operator', async () => {
  const made = logOf([ending(0n)])
  const { read, opening, index, checkpoint, vkey: logKey, chain, fingerprint } = made
  const input = { read, opening, index, checkpoint, logKey, chain, revokedBy: 1n }
  const proofFile = await buildProof(input)
  const blocks = { kind: 'trusted block hashes', hashes: [made.blockHash] } as const
  const found = await verify({ fingerprint, proofFile, policy: samplePolicy(logKey), blocks })
  const step = worded(found).steps.find(({ id }) => id === 'revocation')
  expect(step?.values['said by']).toMatch(/^the operator of the log/)
})

test('without a status, the verdict says that revocation could not be checked', async () => {
  const found = await verified(sampleCase(), undefined)
  expect(revocation(found)).toBe('not checked NO_STATUS')
  expect(worded(found).verdict.sentence).toContain(UNKNOWN)
})

test('refuses a status that does not match its entry', async () => {
  const commitment = sha256(concat(utf8('inkproof/status/v2\0'), u64be(1n), new Uint8Array(32)))
  const other = encodeEntry({ kind: KINDS.status, commitment, previous: NO_PREVIOUS })
  const found = await verified(logOf([other]), { index: 1n, n: 1n, bitmap: new Map() })
  expect(found.verdict.code).toBe('failed')
})
