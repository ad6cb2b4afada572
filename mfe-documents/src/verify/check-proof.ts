import type { AnchorFile } from '@inkproof/proof/anchor-file'
import type { BlockSource } from '@inkproof/proof/block-source'
import { buildProof, inputFromAnchor } from '@inkproof/proof/build'
import { equal, fromHex, toHex } from '@inkproof/proof/bytes'
import { createPolicy, type Policy, parsePolicy, policyFromVkey } from '@inkproof/proof/policy'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { makeSentence } from '@inkproof/proof/sentence'
import { determineVerdict, type Step, type VerdictCode } from '@inkproof/proof/verdict'
import { type Verification, verify } from '@inkproof/proof/verify'
import { showFirstAnchor } from '@inkproof/protocol/calls/log'
import { call } from '@inkproof/slice-parts/call'
import { blockSource } from './chain-node.ts'
import {
  getAnchor,
  getInstallationPolicy,
  getLatestAnchor,
  type InstallationPolicy,
  readTile,
} from './installation.api.ts'
import type { VerifyOptions } from './verify-options.store.ts'

/** The result of verifying one proof file. */
export type CheckedProof = {
  verification: Verification
  /** The proof file's text, updated if it could be completed. */
  proofText: string
  isCompleted: boolean
}

/** `fingerprint` is null if there is only a proof file. */
export type ProofInput = { fingerprint: string | null; proofText: string }

/**
 * Verifies a proof file with the user's trust settings and node. A proof file of this installation's log that was
 * saved too early is completed with the first anchor that covers its entry, if the log can be read. The revocation
 * status is then updated from the log's latest state, so that a certificate revoked meanwhile is not reported as
 * certified. The time by which the file existed remains the time of the older block.
 */
export async function checkProof(input: ProofInput, options: VerifyOptions): Promise<CheckedProof> {
  const installation = await getInstallationPolicy().catch(() => null)
  const policy = policyFor(options, installation)
  const blocks = blockSource(options.node)
  const verifyText: VerifyText = (proofText) => verifyProof({ ...input, proofText }, policy, blocks)
  const original = { verification: await verifyText(input.proofText), proofText: input.proofText }
  if (installation === null || !mayChange(original.verification)) {
    return { ...original, isCompleted: false }
  }
  const completed = await completeProof(original, verifyText)
  return (await withNewestStatus(completed, verifyText)) ?? completed
}

type VerifyText = (proofText: string) => Promise<Verification>

/** Adds the first anchor if the proof file lacks an anchor or a revocation status. */
async function completeProof(
  original: Omit<CheckedProof, 'isCompleted'>,
  verifyText: VerifyText,
): Promise<CheckedProof> {
  const { verification: before, proofText } = original
  const isIncomplete = isUnanchored(before) || revocation(before)?.outcome === 'not checked'
  const text = isIncomplete ? await rebuildProof(proofText, getFirstAnchor).catch(() => null) : null
  if (text === null) return { ...original, isCompleted: false }
  const verification = await verifyText(text)
  // If the latest state of the record cannot be read, the original result stands.
  const isImproved = isUnanchored(before) || revocation(verification)?.outcome === 'passed'
  return isImproved
    ? { verification, proofText: text, isCompleted: true }
    : { ...original, isCompleted: false }
}

/** The result with the revocation status of the latest state of the record; undefined if that state adds nothing. */
async function withNewestStatus(
  completed: CheckedProof,
  verifyText: VerifyText,
): Promise<CheckedProof | undefined> {
  const proofText = await rebuildProof(completed.proofText, getLatestAnchor).catch(() => null)
  if (proofText === null) return undefined
  const newest = await verifyText(proofText)
  const status = revocation(newest)
  if (status?.outcome === 'failed') return { verification: newest, proofText, isCompleted: true }
  const areCertified = [newest, completed.verification].every(
    ({ verdict }) => verdict.code === 'certified',
  )
  if (status?.outcome !== 'passed' || !areCertified) return undefined
  return {
    ...completed,
    verification: notRevokedAsOf(completed.verification, status, newest.facts?.blockTime),
  }
}

/** Returns the same result with the newer revocation status. */
function notRevokedAsOf(result: Verification, status: Step, notRevokedAt?: string): Verification {
  const { facts, verdict, steps } = result
  if (facts === null) return result
  return {
    ...result,
    verdict: { ...verdict, values: { ...verdict.values, notRevokedAt } },
    steps: steps.map((step) => (step.id === 'revocation' ? status : step)),
  }
}

/**
 * Rebuilds the proof for an anchored state of this installation's record. Returns null if that state does not cover
 * the proof's entry, or the proof is from another log.
 */
async function rebuildProof(
  proofText: string,
  loadAnchor: (index: bigint) => Promise<AnchorFile | null>,
): Promise<string | null> {
  const { opening, index, logKey } = parseProofFile(proofText)
  const installation = await getInstallationPolicy()
  const [log] = installation.policy.logs
  if (!equal(log.key.publicKey, logKey)) return null
  const anchor = await loadAnchor(index)
  if (anchor === null || index >= anchor.size) return null
  return buildProof({
    read: readTile,
    opening,
    index,
    logKey: installation.logKey,
    ...inputFromAnchor(anchor),
  })
}

/** Loads the first anchor that covers an entry; the newest one if the first is unknown. */
async function getFirstAnchor(index: bigint): Promise<AnchorFile | null> {
  const query = { covering: String(index) }
  const { anchor } = await call(showFirstAnchor, { query }).catch(() => ({ anchor: null }))
  return anchor === null ? await getLatestAnchor() : await getAnchor(anchor.size)
}

/** Returns the policy that the user has chosen to trust; `none` if nothing was chosen. */
export function policyFor(
  { trustedKey, otherPolicy }: Pick<VerifyOptions, 'trustedKey' | 'otherPolicy'>,
  installation: InstallationPolicy | null,
): Policy | 'none' {
  const own = installation !== null && installation.logKey === trustedKey ? installation : null
  const others = otherPolicy.trim() === '' ? [] : parsePolicyOrKey(otherPolicy).logs
  const logs = [...(own?.policy.logs ?? []), ...others]
  return logs.length === 0 ? 'none' : createPolicy(logs)
}

/** Parses a policy file's text or a log's key. Throws an error that explains what is wrong with it. */
export function parsePolicyOrKey(text: string): Policy {
  return text.trim().startsWith('{') || text.trim().startsWith('[')
    ? parsePolicy(text)
    : policyFromVkey(text.trim())
}

async function verifyProof(
  { fingerprint, proofText }: ProofInput,
  policy: Policy | 'none',
  blocks: BlockSource,
): Promise<Verification> {
  const bytes = fromHex(fingerprint ?? fingerprintIn(proofText))
  const result = await verify({ fingerprint: bytes, proofFile: proofText, policy, blocks })
  return fingerprint === null ? withoutFile(result) : result
}

/** Any 32 bytes suffice for an unreadable proof file: no check uses them. */
function fingerprintIn(proofText: string): string {
  try {
    return toHex(parseProofFile(proofText).opening.fingerprint)
  } catch {
    return '0'.repeat(64)
  }
}

/** Without a file, marks the fingerprint as not checked and adjusts the verdict. */
function withoutFile(result: Verification): Verification {
  if (result.facts === null) return result
  const sentence = makeSentence('The file is missing. Add the file that this proof is for.')
  const steps = result.steps.map((step) =>
    step.id === 'fingerprint' && step.outcome === 'passed'
      ? { ...step, outcome: 'not checked' as const, reason: 'NO_FILE', sentence }
      : step,
  )
  const code = determineVerdict(steps)
  if (code !== 'cannot-be-checked') return { ...result, steps }
  const { origin, logKey } = result.facts
  const verdict = {
    code,
    values: { origin, logKey, firstReason: sentence },
  }
  return { ...result, steps, verdict, exitCode: 2 }
}

function isUnanchored({ steps, facts }: Verification): boolean {
  const anchor = steps.find(({ id }) => id === 'anchor')
  return facts !== null && facts.blockNumber === undefined && anchor?.outcome === 'not checked'
}

/** Verdicts that later states of the record can change; the others are final. */
const CHANGEABLE_VERDICTS = new Set<VerdictCode>([
  'certified',
  'untrusted',
  'not-yet-anchored',
  'cannot-be-checked',
])

function mayChange({ verdict }: Verification): boolean {
  return CHANGEABLE_VERDICTS.has(verdict.code)
}

function revocation({ steps }: Verification): Step | undefined {
  return steps.find(({ id }) => id === 'revocation')
}
