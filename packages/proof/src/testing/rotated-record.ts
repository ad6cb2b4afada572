/** A record whose key is replaced between two anchors, and a verification of its first certificate. */
import { Wallet } from 'ethers'
import { randomBytes } from '../bytes.ts'
import { mergePolicies, type Policy, parsePolicy, policyFromVkey } from '../policy.ts'
import { sha256 } from '../sha256.ts'
import { type Verification, type VerifyInput, verify } from '../verify.ts'
import { OPERATOR_KEY } from './sample-log.ts'
import { createSampleRecord, type SampleRecord } from './sample-record.ts'

export const NOW = new Date('2026-11-22T11:02:00Z')

/** Signs a text with the operator's wallet. */
export const signByOperator = (text: string) => new Wallet(OPERATOR_KEY).signMessage(text)

/** Replaces the key of a record in one of the two ways. */
export type Rotate = (record: SampleRecord) => unknown

export const byBothKeys: Rotate = (record) => record.rotateKey()
export const byOperator: Rotate = (record) => record.rotateLostKey(signByOperator)

/**
 * Creates a record that anchors a certificate, replaces its key, and anchors twice again: the first of these states is
 * signed by both keys if both signed the rotation, and the second one by the new key only. The newest block is some
 * minutes older than `now`.
 */
export async function setupRotated(rotate: Rotate = byBothKeys, now = NOW) {
  const document = randomBytes(64)
  const record = createSampleRecord({ startsAt: new Date(now.getTime() - 3_600_000) })
  record.certify(randomBytes(32))
  const index = record.certify(sha256(document))
  const first = record.anchor()
  const oldProof = await record.proofFile(index)
  await rotate(record)
  record.certify(randomBytes(32))
  const transition = record.anchor({ afterS: 1_200 })
  const later = record.certify(sha256(document))
  const newest = record.anchor({ afterS: 1_200 })
  record.mine(12)
  return { document, record, index, later, first, transition, newest, oldProof }
}

export type Rotated = Awaited<ReturnType<typeof setupRotated>>

/** The policy of a reader who trusts these keys alone. */
export function trustKeys(...vkeys: string[]): Policy {
  return mergePolicies(vkeys.map(policyFromVkey))
}

/** Verifies the document with a node and the record, as a reader whose policy file has the first key only. */
export async function verifyRotated(
  { document, record, index }: Pick<Rotated, 'document' | 'record' | 'index'>,
  change: Partial<VerifyInput> = {},
): Promise<Verification> {
  return await verify({
    fingerprint: sha256(document),
    proofFile: change.proofFile ?? (await record.proofFile(index)),
    policy: parsePolicy(record.policyText()),
    blocks: { kind: 'node', node: record.node() },
    openRecord: () => record.read,
    now: NOW,
    ...change,
  })
}
