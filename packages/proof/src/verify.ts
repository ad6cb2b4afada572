/**
 * The verifier. It answers two questions: did exactly this file exist by the time of a block on the chain, recorded in
 * a record the user trusts; and has the issuer revoked or replaced the certificate since?
 *
 * Every check is run and reported separately; the verdict follows from the results. Trust comes
 * only from the user's policy and block source, never from what a proof says about itself.
 */

import {
  BLOCK_NOT_CONFIRMED,
  type BlockSource,
  checkBlock,
  checkBlockSource,
  checkFinality,
} from './block-source.ts'
import type { AnchoredBlock } from './chain.ts'
import { checkRevocation, type Revocation, type RevocationOptions } from './check-revocation.ts'
import { readCheckpoint } from './checkpoint.ts'
import {
  checkAnchor,
  checkCheckpoint,
  checkEntry,
  checkFingerprint,
  checkInclusion,
} from './checks.ts'
import type { Ed25519 } from './ed25519.ts'
import { extractFacts, type Facts } from './facts.ts'
import { failed, notChecked, passed, runCheck, toStep } from './finding.ts'
import { checkDomain, checkIssuer, type ExpectedIssuer } from './issuer-check.ts'
import { entryBytes } from './leaf.ts'
import { applyRotations, keyForSize } from './log-keys.ts'
import type { ParsedProof } from './parsed-proof.ts'
import {
  DEFAULT_CONFIRMATIONS,
  EMBEDDED_CHAIN_ID,
  findRecord,
  type Policy,
  type TrustedRecord,
} from './policy.ts'
import { must, ProofError } from './proof-error.ts'
import { parseProofFile } from './proof-file.ts'
import { makeSentence } from './sentence.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { leafHash } from './tree.ts'
import { checkTrust, checkWitnesses } from './trust-check.ts'
import {
  determineVerdict,
  EXIT_CODES,
  type ExitCode,
  STEP_IDS,
  type Step,
  type VerdictCode,
} from './verdict.ts'

/** The fingerprint of the user's file, the proof file, and what the user trusts. */
export type VerifyInput = RevocationOptions & {
  /** SHA-256 of the file, 32 bytes, computed by the caller from the file itself; null while there is no file. */
  fingerprint: Uint8Array | null
  /** Text of the proof file. */
  proofFile: string
  /** The trusted records, or an explicit `'none'`. */
  policy: Policy | 'none'
  blocks: BlockSource
  /** The domain that the user expects as the issuer. */
  expectedIssuer?: ExpectedIssuer | undefined
  /** The user's clock. */
  now?: Date | undefined
  /** A faster SHA-256, such as Node's. */
  sha256?: Sha256 | undefined
  /** A faster Ed25519, such as Node's. */
  ed25519?: Ed25519 | undefined
}

/** The result: every step, and the verdict they lead to. */
export type Verification = {
  verdict: { code: VerdictCode }
  /** True if the record is anchored on the embedded chain, so that the proof proves nothing to others. */
  isTestInstallation: boolean
  steps: Step[]
  exitCode: ExitCode
  /** ISO 8601: the certificate was not revoked or replaced until this time; null if unknown. */
  notRevokedAsOf: string | null
  /** A revocation by the issuer that the record does not contain, if the certificate is revoked only by it. */
  unrecordedRevocation: Revocation | null
  /** The time of the verification by the user's clock, ISO 8601. */
  verifiedAt: string
  /** Null when the proof file cannot be read. */
  facts: Facts | null
}

/**
 * Verifies a file's fingerprint against a proof file. A failed verification is a result, not an
 * exception.
 *
 * @throws ProofError when the input is incomplete: NO_FINGERPRINT, EMPTY_POLICY, EMPTY_EXPECTATION
 */
export async function verify(input: VerifyInput): Promise<Verification> {
  checkInput(input)
  const now = input.now ?? new Date()
  const parsed = parseProof(input)
  if (parsed instanceof ProofError) return buildUnreadableVerification(parsed, now)
  const trusted = findRecord(input.policy, parsed.key.name)
  const record = trusted && applyRotations(trusted, parsed.file.rotations)
  const { finding, block } = checkAnchor(parsed)
  const blockSteps = await runBlockChecks(input, parsed, block, record)
  const trust = runCheck('trust', () => checkTrust(parsed, input.policy, record))
  const early = [
    toStep('proof-file', passed({ format: 'c2sp.org/tlog-proof@v1' })),
    runCheck('fingerprint', () => checkFingerprint(parsed, input.fingerprint)),
    runCheck('entry', () => checkEntry(parsed)),
    runCheck('inclusion', () => checkInclusion(parsed)),
    runCheck('checkpoint', () => checkCheckpoint(parsed, record)),
    trust,
    toStep('anchor', finding),
    ...blockSteps,
  ]
  const context = { ...input, now, parsed, block, record: isPassed(trust) ? record : undefined }
  const { finding: revocation, asOf, unrecordedRevocation } = await checkRevocation(context)
  const steps = [
    ...early,
    runCheck('witnesses', () => checkWitnesses(notesOf(parsed), record, now, input.ed25519)),
    runCheck('issuer', () => checkIssuer(parsed)),
    runCheck('domain', () => checkDomain(parsed, block, input.expectedIssuer)),
    toStep('revocation', revocation),
  ]
  const code = determineVerdict(steps)
  return {
    verdict: { code },
    isTestInstallation: isEmbedded(parsed, record),
    steps,
    exitCode: EXIT_CODES[code],
    notRevokedAsOf: asOf ?? null,
    unrecordedRevocation: unrecordedRevocation ?? null,
    verifiedAt: now.toISOString(),
    facts: extractFacts(parsed, block),
  }
}

function notesOf({ file }: ParsedProof): string[] {
  return [file.checkpoint, ...(file.newer ? [file.newer.checkpoint] : [])]
}

function isPassed({ outcome }: Step): boolean {
  return outcome === 'passed'
}

function checkInput(input: VerifyInput): void {
  const { fingerprint, policy, blocks } = input
  const isFingerprint = fingerprint === null || fingerprint?.length === 32
  must(isFingerprint, 'NO_FINGERPRINT', 'A 32-byte fingerprint is required.')
  const hasPolicy = policy === 'none' || (policy?.records?.length ?? 0) > 0
  must(hasPolicy, 'EMPTY_POLICY', "Specify the records you trust, or 'none'.")
  must(
    blocks,
    'EMPTY_EXPECTATION',
    'Specify where block hashes come from, or that you are offline.',
  )
  checkBlockSource(blocks)
}

function parseProof(input: VerifyInput): ParsedProof | ProofError {
  try {
    const file = parseProofFile(input.proofFile)
    const checkpoint = readCheckpoint(file.checkpoint)
    const key = keyForSize(file, checkpoint.origin, checkpoint.size)
    const hash = input.sha256 ?? sha256
    const entry = entryBytes(file.opening, hash)
    const leaf = leafHash(entry, hash)
    return { file, checkpoint, key, entry, leaf, hash, verifySignature: input.ed25519 }
  } catch (error) {
    if (error instanceof ProofError) return error
    throw error
  }
}

async function runBlockChecks(
  input: VerifyInput,
  { file: { chain } }: ParsedProof,
  block: AnchoredBlock | undefined,
  record: TrustedRecord | undefined,
): Promise<Step[]> {
  if (!chain || !block) {
    const noBlock = notChecked('NO_BLOCK', makeSentence('The proof does not name a block.'))
    return [toStep('block', noBlock), toStep('finality', noBlock)]
  }
  const finding = await checkBlock(input.blocks, chain, block)
  const required = record?.confirmations ?? DEFAULT_CONFIRMATIONS
  const finality =
    finding.outcome === 'passed'
      ? await checkFinality(input.blocks, block, required)
      : notChecked('NO_BLOCK', BLOCK_NOT_CONFIRMED)
  return [toStep('block', finding), toStep('finality', finality)]
}

function buildUnreadableVerification(error: ProofError, now: Date): Verification {
  const steps = STEP_IDS.map((id) =>
    toStep(
      id,
      id === 'proof-file'
        ? failed(error.code, error.sentence)
        : notChecked('NO_PROOF', makeSentence('The proof file could not be read.')),
    ),
  )
  return {
    verdict: { code: 'broken' },
    isTestInstallation: false,
    steps,
    exitCode: EXIT_CODES.broken,
    notRevokedAsOf: null,
    unrecordedRevocation: null,
    verifiedAt: now.toISOString(),
    facts: null,
  }
}

/** Whether the record is anchored on the embedded chain, according to the proof or the policy. */
function isEmbedded({ file }: ParsedProof, record: TrustedRecord | undefined): boolean {
  return (file.chain?.chainId ?? record?.chain?.chainId) === EMBEDDED_CHAIN_ID
}
