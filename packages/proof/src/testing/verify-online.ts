import { parsePolicy } from '../policy.ts'
import { sha256 } from '../sha256.ts'
import { type Verification, type VerifyInput, verify } from '../verify.ts'
import type { createSampleRecord } from './sample-record.ts'

/** The time of the sample verifications. */
export const NOW = new Date('2026-11-22T11:02:00Z')

/** A certified document, the record of its certificate, and the certificate's index. */
export type CertifiedSample = {
  document: Uint8Array
  record: ReturnType<typeof createSampleRecord>
  index: bigint
}

/** Verifies a certified document with its record and its node at {@link NOW}, with a change of the input. */
export async function verifyOnline(
  { document, record, index }: CertifiedSample,
  change: Partial<VerifyInput> = {},
): Promise<Verification> {
  return verify({
    fingerprint: sha256(document),
    proofFile: await record.proofFile(index),
    policy: parsePolicy(record.policyText()),
    blocks: { kind: 'node', node: record.node() },
    openRecord: () => record.read,
    now: NOW,
    ...change,
  })
}
