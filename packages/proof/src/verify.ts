/**
 * The verifier: checks that the file with this fingerprint is recorded in a log the user trusts,
 * that the record is anchored in a block on the chain, and that the certificate is still valid.
 *
 * Every check is run and reported separately; the verdict follows from the results. Trust comes
 * only from the user's policy and block source, never from what a proof says about itself.
 */

import { type BlockSource, checkBlock, checkBlockSource, checkFinality } from './block-source.ts'
import type { AnchoredBlock } from './chain.ts'
import { readCheckpoint } from './checkpoint.ts'
import {
  checkAnchor,
  checkCheckpoint,
  checkDomain,
  checkEntry,
  checkFingerprint,
  checkInclusion,
  checkIssuer,
  checkTrust,
  type ParsedProof,
} from './checks.ts'
import type { Ed25519 } from './ed25519.ts'
import { extractFacts, type Facts } from './facts.ts'
import { failed, notChecked, passed, runCheck, toStep } from './finding.ts'
import { entryBytes } from './leaf.ts'
import { verifierKey } from './note.ts'
import {
  EMBEDDED_CHAIN_ID,
  matchesChain,
  type Policy,
  type TrustedLog,
  trustedLogs,
} from './policy.ts'
import { must, ProofError } from './proof-error.ts'
import { parseProofFile } from './proof-file.ts'
import { checkRevocation } from './revocation-check.ts'
import { makeSentence, type Sentence } from './sentence.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { leafHash } from './tree.ts'
import {
  determineVerdict,
  EXIT_CODES,
  type ExitCode,
  STEP_IDS,
  type Step,
  type StepId,
  type VerdictCode,
  type VerdictValues,
} from './verdict.ts'

/** The fingerprint of the user's file, the proof file, and what the user trusts. */
export type VerifyInput = {
  /** SHA-256 of the file, 32 bytes, computed by the caller from the file itself. */
  fingerprint: Uint8Array
  /** Text of the proof file. */
  proofFile: string
  /** The trusted logs, or an explicit `'none'`. */
  policy: Policy | 'none'
  blocks: BlockSource
  /**
   * TXT records of `_inkproof.<domain>`, if the caller looked up the domain that the certificate
   * names.
   */
  issuerRecords?: readonly string[] | undefined
  /** A faster SHA-256, such as Node's. */
  sha256?: Sha256 | undefined
  /** A faster Ed25519, such as Node's. */
  ed25519?: Ed25519 | undefined
}

/** The result: every step, and the verdict they lead to. */
export type Verification = {
  verdict: { code: VerdictCode; values: VerdictValues }
  /** True if the log is anchored on the embedded chain, so that the proof proves nothing to others. */
  isTestInstallation: boolean
  steps: Step[]
  exitCode: ExitCode
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
  const parsed = parseProof(input)
  if (parsed instanceof ProofError) return buildUnreadableVerification(parsed)
  const { finding, block } = checkAnchor(parsed)
  const steps = [
    toStep('proof-file', passed({ format: 'c2sp.org/tlog-proof@v1' })),
    runCheck('fingerprint', () => checkFingerprint(parsed, input.fingerprint)),
    runCheck('entry', () => checkEntry(parsed)),
    runCheck('inclusion', () => checkInclusion(parsed)),
    runCheck('checkpoint', () => checkCheckpoint(parsed)),
    runCheck('trust', () => checkTrust(parsed, input.policy)),
    toStep('anchor', finding),
    ...(await runBlockChecks(input, parsed, block)),
    runCheck('issuer', () => checkIssuer(parsed)),
    runCheck('domain', () => checkDomain(parsed, input.issuerRecords)),
    runCheck('revocation', () => checkRevocation(parsed)),
  ]
  const facts = extractFacts(parsed, block)
  return buildVerification(steps, facts, isEmbedded(input.policy, parsed))
}

function checkInput(input: VerifyInput): void {
  const { fingerprint, policy, blocks } = input
  must(fingerprint?.length === 32, 'NO_FINGERPRINT', 'A 32-byte fingerprint is required.')
  const hasPolicy = policy === 'none' || (policy?.logs?.length ?? 0) > 0
  must(hasPolicy, 'EMPTY_POLICY', "Specify the logs you trust, or 'none'.")
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
    const key = verifierKey(checkpoint.origin, file.logKey)
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
  parsedProof: ParsedProof,
  block: AnchoredBlock | undefined,
): Promise<Step[]> {
  const { chain } = parsedProof.file
  if (!chain || !block) {
    const noBlock = notChecked('NO_BLOCK', makeSentence('The proof does not name a block.'))
    return [toStep('block', noBlock), toStep('finality', noBlock)]
  }
  const policyChainId = findTrustedLog(input.policy, parsedProof)?.chain?.chainId
  const blockFinding = await checkBlock(input.blocks, chain, block, policyChainId)
  const finality =
    blockFinding.outcome === 'passed'
      ? await checkFinality(input.blocks, block)
      : notChecked(
          'NO_BLOCK',
          makeSentence('Checked once the block is confirmed to be on the chain.'),
        )
  return [toStep('block', blockFinding), toStep('finality', finality)]
}

function buildVerification(steps: Step[], facts: Facts, isTestInstallation: boolean): Verification {
  const code = determineVerdict(steps)
  const isPassed = (id: StepId) => steps.some((step) => step.id === id && step.outcome === 'passed')
  const values: VerdictValues = {
    origin: facts.origin,
    logKey: facts.logKey,
    chainId: facts.chainId?.toString(),
    blockNumber: facts.blockNumber?.toString(),
    blockTime: facts.blockTime,
    firstReason: findFirstReason(code, steps),
    notRevokedAt: isPassed('revocation') ? facts.blockTime : undefined,
  }
  const verdict = { code, values }
  return { verdict, isTestInstallation, steps, exitCode: EXIT_CODES[code], facts }
}

function findFirstReason(code: VerdictCode, steps: readonly Step[]): Sentence | undefined {
  const outcome = code === 'failed' ? 'failed' : 'not checked'
  const first = steps.find((step) => step.outcome === outcome && step.sentence !== null)
  return first?.sentence ?? undefined
}

function buildUnreadableVerification(error: ProofError): Verification {
  const steps = STEP_IDS.map((id) =>
    toStep(
      id,
      id === 'proof-file'
        ? failed(error.code, error.sentence)
        : notChecked('NO_PROOF', makeSentence('The proof file could not be read.')),
    ),
  )
  const verdict = { code: 'failed' as const, values: { firstReason: error.sentence } }
  return { verdict, isTestInstallation: false, steps, exitCode: 1, facts: null }
}

function findTrustedLog(policy: Policy | 'none', parsedProof: ParsedProof): TrustedLog | undefined {
  if (policy === 'none') return undefined
  const logs = trustedLogs(policy, parsedProof.key)
  return logs.find((log) => matchesChain(log, parsedProof.file.chain)) ?? logs[0]
}

function isEmbedded(policy: Policy | 'none', parsedProof: ParsedProof): boolean {
  return (
    parsedProof.file.chain?.chainId === EMBEDDED_CHAIN_ID ||
    findTrustedLog(policy, parsedProof)?.embedded === true
  )
}
