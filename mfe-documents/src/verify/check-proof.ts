import type { BlockSource } from '@inkproof/proof/block-source'
import { buildProof, fromAnchor } from '@inkproof/proof/build'
import { equal, fromHex, toHex } from '@inkproof/proof/bytes'
import { type Policy, parsePolicy, policyFromVkey, policyOf } from '@inkproof/proof/policy'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { type VerdictCode, verdictOf, verdictSentence } from '@inkproof/proof/verdict'
import { type Verification, verify } from '@inkproof/proof/verify'
import { blockSource } from './chain-node.ts'
import {
  getInstallationPolicy,
  getLatestAnchor,
  type InstallationPolicy,
  readTile,
} from './installation.api.ts'
import type { VerifyOptions } from './verify-options.store.ts'

/** What came of checking one proof file. */
export type Checked = {
  verification: Verification
  /** The proof file's text, newer than what was given where it could be completed. */
  proofText: string
  isCompleted: boolean
}

/** `fingerprint` is null when there is only a proof file. */
export type Question = { fingerprint: string | null; proofText: string }

/**
 * Verifies by the reader's own choices. A proof file from this installation's log, where that can be read, is
 * first held against its newest state: it may have been saved before its entry was anchored, or before the
 * certificate was revoked, and "certified" is not said of one that ended since.
 */
export async function checkProof(question: Question, options: VerifyOptions): Promise<Checked> {
  const installation = await getInstallationPolicy().catch(() => null)
  const policy = policyFor(options, installation)
  const blocks = blockSource(options.node)
  const first = await run(question, policy, blocks)
  if (installation === null || !mayHaveNews(first)) return given(question, first)
  const proofText = await renewProof(question.proofText).catch(() => null)
  if (proofText === null) return given(question, first)
  const verification = await run({ ...question, proofText }, policy, blocks)
  // A state that cannot be followed from here says nothing against the one that was given.
  if (!isUnanchored(first) && !saysMore(verification, first)) return given(question, first)
  return { verification, proofText, isCompleted: true }
}

/**
 * The same proof against the newest anchored state of this installation's record, which also says what
 * was revoked since. Null when the record has no newer state, or is another log's.
 */
export async function renewProof(proofText: string): Promise<string | null> {
  const { opening, index, logKey } = parseProofFile(proofText)
  const [installation, anchor] = await Promise.all([getInstallationPolicy(), getLatestAnchor()])
  const [log] = installation.policy.logs
  const isOurs = equal(log.key.publicKey, logKey)
  if (!isOurs || anchor === null || index >= anchor.size) return null
  return buildProof({
    read: readTile,
    opening,
    index,
    logKey: installation.logKey,
    ...fromAnchor(anchor),
  })
}

/** Only what the reader has said they trust; nothing said is said as `none`. */
export function policyFor(
  { trustedKey, otherPolicy }: Pick<VerifyOptions, 'trustedKey' | 'otherPolicy'>,
  installation: InstallationPolicy | null,
): Policy | 'none' {
  const own = installation !== null && installation.logKey === trustedKey ? installation : null
  const others = otherPolicy.trim() === '' ? [] : parseOther(otherPolicy).logs
  const logs = [...(own?.policy.logs ?? []), ...others]
  return logs.length === 0 ? 'none' : policyOf(logs)
}

/** A policy file's text, or a log's key. Throws the sentence that says what is wrong with it. */
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

/** Any 32 bytes will do for a proof file that cannot be read: no check gets as far. */
function fingerprintIn(proofText: string): string {
  try {
    return toHex(parseProofFile(proofText).opening.fingerprint)
  } catch {
    return '0'.repeat(64)
  }
}

/** A proof alone says nothing about any file: that check is taken back, and the verdict with it. */
function withoutFile(found: Verification): Verification {
  if (found.facts === null) return found
  const sentence = 'No file was given: add the file that this proof is about.'
  const steps = found.steps.map((step) =>
    step.id === 'fingerprint' && step.outcome === 'passed'
      ? { ...step, outcome: 'not checked' as const, reason: 'NO_FILE', sentence }
      : step,
  )
  const code = verdictOf(steps)
  if (code !== 'cannot-be-checked') return { ...found, steps }
  const { origin, logKey } = found.facts
  const verdict = {
    code,
    sentence: verdictSentence(code, { origin, logKey, because: sentence }),
  }
  return { ...found, steps, verdict, exitCode: 2 }
}

function isUnanchored({ steps, facts }: Verification): boolean {
  const anchor = steps.find(({ id }) => id === 'anchor')
  return facts !== null && facts.blockNumber === undefined && anchor?.outcome === 'not checked'
}

/** A file that was changed stays so, whatever the record says by now; so does a certificate that ended. */
const MAY_CHANGE = new Set<VerdictCode>([
  'certified',
  'untrusted',
  'not-yet-anchored',
  'cannot-be-checked',
])

function mayHaveNews({ verdict }: Verification): boolean {
  return MAY_CHANGE.has(verdict.code)
}

/** Whether the newer state ends the certificate, or says for the first time that nothing did. */
function saysMore(newer: Verification, given: Verification): boolean {
  const [after, before] = [newer, given].map(
    ({ steps }) => steps.find(({ id }) => id === 'revocation')?.outcome,
  )
  return after === 'failed' || (after === 'passed' && before === 'not checked')
}

function given({ proofText }: Question, verification: Verification): Checked {
  return { verification, proofText, isCompleted: false }
}
