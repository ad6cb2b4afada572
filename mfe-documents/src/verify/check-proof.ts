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
export type Checked = {
  verification: Verification
  /** The proof file's text, updated if it could be completed. */
  proofText: string
  isCompleted: boolean
}

/** `fingerprint` is null if there is only a proof file. */
export type Question = { fingerprint: string | null; proofText: string }

/**
 * Verifies with the reader's own choices. A proof file of this installation's log that was saved too early is
 * completed with the first anchor that covers its entry, if the log can be read. It is then compared with the
 * newest state, so that a certificate revoked meanwhile is not reported as certified. The time since when the file
 * existed remains that of the older block.
 */
export async function checkProof(question: Question, options: VerifyOptions): Promise<Checked> {
  const installation = await getInstallationPolicy().catch(() => null)
  const policy = policyFor(options, installation)
  const blocks = blockSource(options.node)
  const ask = (proofText: string) => run({ ...question, proofText }, policy, blocks)
  const given = { verification: await ask(question.proofText), proofText: question.proofText }
  if (installation === null || !mayHaveNews(given.verification)) {
    return { ...given, isCompleted: false }
  }
  const whole = await completed(given, ask)
  return (await asOfNow(whole, ask)) ?? whole
}

type Ask = (proofText: string) => Promise<Verification>

/** Adds the first anchor's part if the proof file lacks it or has no revocation status. */
async function completed(given: Omit<Checked, 'isCompleted'>, ask: Ask): Promise<Checked> {
  const { verification: before, proofText } = given
  const lacks = isUnanchored(before) || revocation(before)?.outcome === 'not checked'
  const text = lacks ? await proofAgainst(proofText, firstAnchorOf).catch(() => null) : null
  if (text === null) return { ...given, isCompleted: false }
  const verification = await ask(text)
  // If the newest state cannot be read, the given one still counts.
  const isMore = isUnanchored(before) || revocation(verification)?.outcome === 'passed'
  return isMore
    ? { verification, proofText: text, isCompleted: true }
    : { ...given, isCompleted: false }
}

/** The revocation status in the newest state; undefined if it adds nothing. */
async function asOfNow(whole: Checked, ask: Ask): Promise<Checked | undefined> {
  const proofText = await proofAgainst(whole.proofText, getLatestAnchor).catch(() => null)
  if (proofText === null) return undefined
  const newest = await ask(proofText)
  const now = revocation(newest)
  if (now?.outcome === 'failed') return { verification: newest, proofText, isCompleted: true }
  const areCertified = [newest, whole.verification].every(
    ({ verdict }) => verdict.code === 'certified',
  )
  if (now?.outcome !== 'passed' || !areCertified) return undefined
  return {
    ...whole,
    verification: notRevokedAsOf(whole.verification, now, newest.facts?.blockTime),
  }
}

/** The same result with the newer revocation status. */
function notRevokedAsOf(found: Verification, now: Step, notRevokedAt?: string): Verification {
  const { facts, verdict, steps } = found
  if (facts === null) return found
  return {
    ...found,
    verdict: { ...verdict, values: { ...verdict.values, notRevokedAt } },
    steps: steps.map((step) => (step.id === 'revocation' ? now : step)),
  }
}

/**
 * The same proof against an anchored state of this installation's record. Null if none covers its entry, or the
 * proof is from another log.
 */
async function proofAgainst(
  proofText: string,
  anchorOf: (index: bigint) => Promise<AnchorFile | null>,
): Promise<string | null> {
  const { opening, index, logKey } = parseProofFile(proofText)
  const installation = await getInstallationPolicy()
  const [log] = installation.policy.logs
  if (!equal(log.key.publicKey, logKey)) return null
  const anchor = await anchorOf(index)
  if (anchor === null || index >= anchor.size) return null
  return buildProof({
    read: readTile,
    opening,
    index,
    logKey: installation.logKey,
    ...inputFromAnchor(anchor),
  })
}

/** The first anchor that covers an entry; the newest if the record does not say which that is. */
async function firstAnchorOf(index: bigint): Promise<AnchorFile | null> {
  const query = { covering: String(index) }
  const { anchor } = await call(showFirstAnchor, { query }).catch(() => ({ anchor: null }))
  return anchor === null ? await getLatestAnchor() : await getAnchor(anchor.size)
}

/** Only what the reader has chosen to trust; `none` if nothing was chosen. */
export function policyFor(
  { trustedKey, otherPolicy }: Pick<VerifyOptions, 'trustedKey' | 'otherPolicy'>,
  installation: InstallationPolicy | null,
): Policy | 'none' {
  const own = installation !== null && installation.logKey === trustedKey ? installation : null
  const others = otherPolicy.trim() === '' ? [] : parseOther(otherPolicy).logs
  const logs = [...(own?.policy.logs ?? []), ...others]
  return logs.length === 0 ? 'none' : createPolicy(logs)
}

/** Parses a policy file's text or a log's key. Throws an error that says what is wrong with it. */
export function parseOther(text: string): Policy {
  return text.trim().startsWith('{') || text.trim().startsWith('[')
    ? parsePolicy(text)
    : policyFromVkey(text.trim())
}

async function run(
  { fingerprint, proofText }: Question,
  policy: Policy | 'none',
  blocks: BlockSource,
): Promise<Verification> {
  const bytes = fromHex(fingerprint ?? fingerprintIn(proofText))
  const found = await verify({ fingerprint: bytes, proofFile: proofText, policy, blocks })
  return fingerprint === null ? withoutFile(found) : found
}

/** Any 32 bytes suffice for an unreadable proof file: no check uses them. */
function fingerprintIn(proofText: string): string {
  try {
    return toHex(parseProofFile(proofText).opening.fingerprint)
  } catch {
    return '0'.repeat(64)
  }
}

/** A proof alone says nothing about any file, so that check is removed and the verdict adjusted. */
function withoutFile(found: Verification): Verification {
  if (found.facts === null) return found
  const sentence = makeSentence('The file is missing. Add the file that this proof is for.')
  const steps = found.steps.map((step) =>
    step.id === 'fingerprint' && step.outcome === 'passed'
      ? { ...step, outcome: 'not checked' as const, reason: 'NO_FILE', sentence }
      : step,
  )
  const code = determineVerdict(steps)
  if (code !== 'cannot-be-checked') return { ...found, steps }
  const { origin, logKey } = found.facts
  const verdict = {
    code,
    values: { origin, logKey, firstReason: sentence },
  }
  return { ...found, steps, verdict, exitCode: 2 }
}

function isUnanchored({ steps, facts }: Verification): boolean {
  const anchor = steps.find(({ id }) => id === 'anchor')
  return facts !== null && facts.blockNumber === undefined && anchor?.outcome === 'not checked'
}

/** A changed file stays changed whatever the record says later, and so does an ended certificate. */
const MAY_CHANGE = new Set<VerdictCode>([
  'certified',
  'untrusted',
  'not-yet-anchored',
  'cannot-be-checked',
])

function mayHaveNews({ verdict }: Verification): boolean {
  return MAY_CHANGE.has(verdict.code)
}

function revocation({ steps }: Verification): Step | undefined {
  return steps.find(({ id }) => id === 'revocation')
}
