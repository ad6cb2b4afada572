/**
 * The verifier: is this file, by its fingerprint, in a log the reader trusts, anchored in a block
 * that is on the chain, and still valid?
 *
 * Every check is made and told on its own; the verdict follows from them. Trust comes from the
 * policy and the source of block hashes, both the reader's: nothing a proof says of itself counts.
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
  type Subject,
} from './checks.ts'
import type { Ed25519 } from './ed25519.ts'
import { type Facts, factsOf } from './facts.ts'
import { failed, notChecked, passed, step, stepOf } from './finding.ts'
import { entryBytes } from './leaf.ts'
import { verifierKey } from './note.ts'
import {
  EMBEDDED_CHAIN_ID,
  fitsChain,
  type Policy,
  type TrustedLog,
  trustedLogs,
} from './policy.ts'
import { must, ProofError } from './proof-error.ts'
import { parseProofFile } from './proof-file.ts'
import { checkRevocation } from './revocation-check.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { leafHash } from './tree.ts'
import {
  EXIT_CODES,
  type ExitCode,
  STEP_TITLES,
  type Step,
  type StepId,
  TEST_INSTALLATION,
  type VerdictCode,
  verdictOf,
  verdictSentence,
} from './verdict.ts'

/** What the reader has and whom they trust. */
export type VerifyInput = {
  /** SHA-256 of the file, 32 bytes, computed by the caller from the file itself. */
  fingerprint: Uint8Array
  /** Text of the proof file. */
  proofFile: string
  /** The logs trusted, or `'none'` said explicitly. */
  policy: Policy | 'none'
  blocks: BlockSource
  /** TXT records of `_inkproof.<domain>`, where the caller looked up the domain a certificate names. */
  issuerRecords?: readonly string[] | undefined
  /** A faster SHA-256, such as Node's own. */
  sha256?: Sha256 | undefined
  /** A faster Ed25519, such as Node's own. */
  ed25519?: Ed25519 | undefined
}

/** The answer: every step, and the verdict they lead to. */
export type Verification = {
  verdict: { code: VerdictCode; sentence: string }
  /** Said beside the verdict; null when there is nothing to warn of. */
  notice: string | null
  steps: Step[]
  exitCode: ExitCode
  /** Null when the proof file cannot be read. */
  facts: Facts | null
}

/**
 * Verifies a file, by its fingerprint, against a proof file. A refusal is an answer, not an error.
 *
 * @throws ProofError when the question is empty: NO_FINGERPRINT, EMPTY_POLICY, EMPTY_EXPECTATION
 */
export async function verify(input: VerifyInput): Promise<Verification> {
  checkInput(input)
  const opened = openSubject(input)
  if (opened instanceof ProofError) return unreadable(opened)
  const { finding, block } = checkAnchor(opened)
  const steps = [
    stepOf('proof-file', passed({ format: 'c2sp.org/tlog-proof@v1' })),
    step('fingerprint', () => checkFingerprint(opened, input.fingerprint)),
    step('entry', () => checkEntry(opened)),
    step('inclusion', () => checkInclusion(opened)),
    step('checkpoint', () => checkCheckpoint(opened)),
    step('trust', () => checkTrust(opened, input.policy)),
    stepOf('anchor', finding),
    ...(await blockSteps(input, opened, block)),
    step('issuer', () => checkIssuer(opened)),
    step('domain', () => checkDomain(opened, input.issuerRecords)),
    step('revocation', () => checkRevocation(opened)),
  ]
  const facts = factsOf(opened, block)
  return answer(steps, facts, isEmbedded(input.policy, opened))
}

function checkInput(input: VerifyInput): void {
  const { fingerprint, policy, blocks } = input
  must(fingerprint?.length === 32, 'NO_FINGERPRINT', 'A fingerprint of 32 bytes is needed.')
  const named = policy === 'none' || (policy?.logs?.length ?? 0) > 0
  must(named, 'EMPTY_POLICY', "Name the logs you trust, or say 'none'.")
  must(blocks, 'EMPTY_EXPECTATION', 'Say where block hashes come from, or that you are offline.')
  checkBlockSource(blocks)
}

function openSubject(input: VerifyInput): Subject | ProofError {
  try {
    const file = parseProofFile(input.proofFile)
    const checkpoint = readCheckpoint(file.checkpoint)
    const key = verifierKey(checkpoint.origin, file.logKey)
    const hash = input.sha256 ?? sha256
    const entry = entryBytes(file.opening, hash)
    const leaf = leafHash(entry, hash)
    return { file, checkpoint, key, entry, leaf, hash, isSigned: input.ed25519 }
  } catch (error) {
    if (error instanceof ProofError) return error
    throw error
  }
}

async function blockSteps(
  input: VerifyInput,
  subject: Subject,
  block: AnchoredBlock | undefined,
): Promise<Step[]> {
  const { chain } = subject.file
  if (!chain || !block) {
    const nothing = notChecked('NO_BLOCK', 'There is no block to look for.')
    return [stepOf('block', nothing), stepOf('finality', nothing)]
  }
  const policyChainId = trusted(input.policy, subject)?.chain?.chainId
  const found = await checkBlock(input.blocks, chain, block, policyChainId)
  const finality =
    found.outcome === 'passed'
      ? await checkFinality(input.blocks, block)
      : notChecked('NO_BLOCK', 'This is looked at once the block is known to be on the chain.')
  return [stepOf('block', found), stepOf('finality', finality)]
}

function answer(steps: Step[], facts: Facts, embedded: boolean): Verification {
  const code = verdictOf(steps)
  const isPassed = (id: StepId) => steps.some((made) => made.id === id && made.outcome === 'passed')
  const sentence = verdictSentence(code, {
    origin: facts.origin,
    logKey: facts.logKey,
    chainId: facts.chainId?.toString(),
    blockNumber: facts.blockNumber?.toString(),
    blockTime: facts.blockTime,
    because: because(code, steps),
    notRevokedAt: isPassed('revocation') ? facts.blockTime : undefined,
  })
  const notice = embedded ? TEST_INSTALLATION : null
  return { verdict: { code, sentence }, notice, steps, exitCode: EXIT_CODES[code], facts }
}

function because(code: VerdictCode, steps: readonly Step[]): string {
  const wanted = code === 'failed' ? 'failed' : 'not checked'
  const first = steps.find((found) => found.outcome === wanted && found.sentence !== '')
  return first?.sentence ?? ''
}

function unreadable(error: ProofError): Verification {
  const steps = (Object.keys(STEP_TITLES) as StepId[]).map((id) =>
    stepOf(
      id,
      id === 'proof-file'
        ? failed(error.code, error.message)
        : notChecked('NO_PROOF', 'The proof file could not be read.'),
    ),
  )
  const sentence = `Failed: the proof file cannot be read, it is damaged or something else. ${error.message}`
  return { verdict: { code: 'failed', sentence }, notice: null, steps, exitCode: 1, facts: null }
}

function trusted(policy: Policy | 'none', subject: Subject): TrustedLog | undefined {
  if (policy === 'none') return undefined
  const logs = trustedLogs(policy, subject.key)
  return logs.find((log) => fitsChain(log, subject.file.chain)) ?? logs[0]
}

function isEmbedded(policy: Policy | 'none', subject: Subject): boolean {
  return (
    subject.file.chain?.chainId === EMBEDDED_CHAIN_ID || trusted(policy, subject)?.embedded === true
  )
}
