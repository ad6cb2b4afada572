/**
 * Verifies the proof in the evidence of a signing request, for `verifyEvidence`. packages/proof verifies proofs of
 * certificates; here, the entry is a step, and it is the status of the request's first entry that counts.
 */
import { openingLeafHash } from '@inkproof/proof/leaf'
import { findRecord } from '@inkproof/proof/policy'
import { ProofError } from '@inkproof/proof/proof-error'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { isTimeConfirmed, type Step as ProofStep, type StepId } from '@inkproof/proof/verdict'
import { type VerifyInput, verify } from '@inkproof/proof/verify'
import { type Evidence, parseEvidence } from './evidence.ts'
import type { RecordResult } from './evidence-context.ts'
import { findFirstEntryStatus } from './first-entry.ts'

/** The evidence, and what the user trusts. Without `openRecord`, whether the request ended before is not known. */
export type RecordInput = Pick<
  VerifyInput,
  'policy' | 'blocks' | 'openRecord' | 'now' | 'sha256' | 'ed25519'
> & {
  /** Text of the evidence file. */
  evidence: string
}

/** What the record says about the last step, and what an answer in words needs besides. */
export type RecordCheck = RecordResult & {
  /** The key that signed the record's state, as a note verifier key. */
  logKey: string
  /** The first check that did not pass; null if all passed. */
  notPassed: StepId | null
  /** True if the record is anchored on the embedded chain, so that it proves nothing to others. */
  isTestInstallation: boolean
}

/**
 * Returns what the record says about the last step of the evidence; null if evidence or proof cannot be read, which
 * `verifyEvidence` reports, or if neither the proof nor the policy names a chain.
 *
 * @throws ProofError EMPTY_POLICY, EMPTY_EXPECTATION
 */
export async function verifyRecord(input: RecordInput): Promise<RecordCheck | null> {
  const evidence = readEvidence(input.evidence)
  const last = evidence?.steps.at(-1)
  if (!evidence || !last) return null
  const { proof: proofFile } = evidence
  const { fingerprint } = last
  const verification = await verify({ ...input, fingerprint, proofFile, existenceOnly: true })
  const { facts, isTestInstallation, steps } = verification
  if (!facts) return null
  const record = findRecord(input.policy, facts.origin)
  const chainId = facts.chainId ?? record?.chain?.chainId
  if (chainId === undefined) return null
  const isConfirmed = isTimeConfirmed(steps) && facts.blockTime !== undefined
  const outcome = outcomeOf(steps)
  const read = outcome === 'failed' || !hasPassed(steps, 'trust') ? undefined : record
  return {
    origin: facts.origin,
    chainId: Number(chainId),
    outcome,
    leaf: openingLeafHash(parseProofFile(proofFile).opening, input.sha256),
    anchoredAt: isConfirmed ? new Date(facts.blockTime ?? '') : null,
    firstEntry: await findFirstEntryStatus(
      evidence,
      read && input.openRecord?.(read),
      input.sha256,
    ),
    logKey: facts.logKey,
    notPassed: REQUIRED.find((id) => !hasPassed(steps, id)) ?? null,
    isTestInstallation,
  }
}

function readEvidence(text: string): Evidence | undefined {
  try {
    return parseEvidence(text)
  } catch (error) {
    if (error instanceof ProofError) return undefined
    throw error
  }
}

/** What must pass for a state that is on the blockchain; issuer, domain and revocation are about certificates. */
const REQUIRED: readonly StepId[] = [
  'proof-file',
  'fingerprint',
  'inclusion',
  'checkpoint',
  'trust',
  'anchor',
  'block',
  'finality',
  'witnesses',
]

function outcomeOf(steps: readonly ProofStep[]): RecordResult['outcome'] {
  const isFailed = steps.some(
    ({ outcome, reason }) => outcome === 'failed' && reason !== 'NOT_A_CERTIFICATION',
  )
  if (isFailed) return 'failed'
  return REQUIRED.every((id) => hasPassed(steps, id)) ? 'passed' : 'not checked'
}

function hasPassed(steps: readonly ProofStep[], id: StepId): boolean {
  return steps.some((step) => step.id === id && step.outcome === 'passed')
}
