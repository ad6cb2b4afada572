/**
 * The verdict of a verification, which follows from the steps alone. `wording.ts` formats it, so that every screen
 * and the command line agree.
 */
import type { Sentence } from './sentence.ts'

/** The outcome of one check. */
export type Outcome = 'passed' | 'failed' | 'not checked'

/** One check: its outcome, the reason, and the values that were compared. */
export type Step = {
  id: StepId
  outcome: Outcome
  /** Stable code, such as `ROOT_DIFFERS`; `OK` when passed. */
  reason: string
  /** The reason as a sentence; null when passed. */
  sentence: Sentence | null
  values: Record<string, string | Sentence>
}

/** IDs of the checks in display order. */
export const STEP_IDS = [
  'proof-file',
  'fingerprint',
  'entry',
  'inclusion',
  'checkpoint',
  'trust',
  'anchor',
  'block',
  'finality',
  'witnesses',
  'issuer',
  'domain',
  'revocation',
] as const

/** ID of a check. */
export type StepId = (typeof STEP_IDS)[number]

/**
 * The overall result of a verification. There are two questions: did exactly this file exist by that time, and has the
 * issuer revoked or replaced the certificate? `verified` answers both, `existed` only the first, and `certificate-found`
 * none, because the file is missing.
 */
export type VerdictCode =
  | 'verified'
  | 'standing-outdated'
  | 'existed'
  | 'certificate-found'
  | 'changed'
  | 'revoked'
  | 'replaced'
  | 'foreign-record'
  | 'not-anchored'
  | 'not-final'
  | 'too-few-witnesses'
  | 'incomplete'
  | 'broken'

/** 0: verified. 1: verification failed. 2: undecided, for example because the anchor is missing. */
export type ExitCode = 0 | 1 | 2

/** The exit code of each verdict. */
export const EXIT_CODES: Record<VerdictCode, ExitCode> = {
  verified: 0,
  'standing-outdated': 2,
  existed: 0,
  'certificate-found': 2,
  changed: 1,
  revoked: 1,
  replaced: 1,
  'foreign-record': 2,
  'not-anchored': 2,
  'not-final': 2,
  'too-few-witnesses': 2,
  incomplete: 2,
  broken: 1,
}

/** Determines the verdict from the steps; the most serious problem decides. */
export function determineVerdict(steps: readonly Step[]): VerdictCode {
  const failed = steps.filter((step) => step.outcome === 'failed')
  const revocation = steps.find((step) => step.id === 'revocation')
  if (failed.some(({ id }) => id !== 'fingerprint' && id !== 'revocation')) return 'broken'
  if (failed.some(({ id }) => id === 'fingerprint')) return 'changed'
  if (revocation?.outcome === 'failed') return ENDED[revocation.reason] ?? 'broken'
  return determineUnfailed(steps, revocation)
}

/** Whether a check that was not possible makes the verdict incomplete; issuer and domain do not. */
export function determinesVerdict(id: StepId): boolean {
  return id !== 'issuer' && id !== 'domain'
}

/**
 * Whether the block time of a proof is more than its maker's claim: the user trusts the record, and its block is on the
 * blockchain.
 */
export function isTimeConfirmed(steps: readonly Pick<Step, 'id' | 'outcome'>[]): boolean {
  const passed = steps.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)
  return passed.includes('trust') && passed.includes('block')
}

/** Determines the verdict when no check failed. */
function determineUnfailed(steps: readonly Step[], revocation: Step | undefined): VerdictCode {
  const findStep = (id: StepId) => steps.find((step) => step.id === id)
  const hasPassed = (id: StepId) => findStep(id)?.outcome === 'passed'
  if (findStep('fingerprint')?.reason === 'NO_FILE') return 'certificate-found'
  if (!REQUIRED_STEPS.every(hasPassed)) return 'incomplete'
  if (!hasPassed('trust')) return 'foreign-record'
  if (!hasPassed('anchor')) return 'not-anchored'
  if (!hasPassed('block')) return 'incomplete'
  if (!hasPassed('finality')) {
    return findStep('finality')?.reason === 'NOT_FINAL' ? 'not-final' : 'incomplete'
  }
  if (!hasPassed('witnesses')) return 'too-few-witnesses'
  if (revocation?.reason === 'NOT_REQUESTED') return 'existed'
  if (revocation?.outcome === 'passed') return 'verified'
  return revocation?.reason === 'STANDING_OUTDATED' ? 'standing-outdated' : 'incomplete'
}

const ENDED: Record<string, VerdictCode> = {
  REVOKED: 'revoked',
  REVOKED_UNRECORDED: 'revoked',
  REPLACED: 'replaced',
}

/** The checks that must pass before the verdict says anything about the file. */
const REQUIRED_STEPS: readonly StepId[] = [
  'proof-file',
  'fingerprint',
  'entry',
  'inclusion',
  'checkpoint',
]
