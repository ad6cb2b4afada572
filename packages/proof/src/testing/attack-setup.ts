/** A record with a certificate, for the tests that attack the verifier. */
import { expect } from '@jest/globals'
import { randomBytes } from '../bytes.ts'
import { sha256 } from '../sha256.ts'
import type { Verification, VerifyInput } from '../verify.ts'
import { createSampleRecord } from './sample-record.ts'
import { NOW, verifyOnline } from './verify-online.ts'

let attempts = 0

/** Counts an attack that does not use {@link attack}. */
export function countAttempt(): void {
  attempts += 1
}

/** Throws if a file of tests has tried fewer attacks: a loop over no cases would pass. */
export function requireAttempts(minimum: number): void {
  if (attempts < minimum) throw new Error(`only ${attempts} attacks were tried`)
}

/** A record with one certificate that was anchored an hour ago. */
export function setup({ isRevoked = false } = {}) {
  const document = randomBytes(64)
  const record = createSampleRecord({ startsAt: new Date(NOW.getTime() - 3_600_000) })
  record.certify(randomBytes(32))
  const index = record.certify(sha256(document))
  const first = record.anchor()
  const oldProof = record.proofFile(index)
  const oldFiles = {
    checkpoint: record.read('checkpoint'),
    'anchor/latest': record.read('anchor/latest'),
  }
  const revokedBy = isRevoked ? record.revoke(index) : record.certify(randomBytes(32))
  const newest = record.anchor({ afterS: 3_000 })
  record.mine(12)
  return { document, record, index, first, newest, revokedBy, oldProof, oldFiles }
}

type Setup = ReturnType<typeof setup>

/** Verifies the sample with a change, and expects that the exit code is not 0. */
export async function attack(sample: Setup, change: Partial<VerifyInput>): Promise<Verification> {
  countAttempt()
  const result = await verifyOnline(sample, change)
  expect(result.exitCode).not.toBe(0)
  return result
}

/** The bytes of a block hash. */
export function hashOf({ blockHash }: { blockHash: string }): Uint8Array {
  return Buffer.from(blockHash.slice(2), 'hex')
}

/** Ways in which a reader can verify: with the node or with trusted block hashes, and with or without the record. */
export function readers({ record, first, newest }: Setup): [string, Partial<VerifyInput>][] {
  const node = { kind: 'node', node: record.node() } as const
  const hashes = { kind: 'trusted block hashes', hashes: [hashOf(first), hashOf(newest)] } as const
  return [
    ['node and record', { blocks: node }],
    ['node only', { blocks: node, openRecord: undefined }],
    ['block hashes and record', { blocks: hashes }],
    ['block hashes only', { blocks: hashes, openRecord: undefined }],
    ['neither', { blocks: { kind: 'offline' }, openRecord: undefined }],
  ]
}
