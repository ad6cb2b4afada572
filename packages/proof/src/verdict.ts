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
  'issuer',
  'domain',
  'revocation',
] as const

/** ID of a check. */
export type StepId = (typeof STEP_IDS)[number]

/** The overall result of a verification. */
export type VerdictCode =
  | 'certified'
  | 'changed'
  | 'revoked'
  | 'superseded'
  | 'failed'
  | 'untrusted'
  | 'not-yet-anchored'
  | 'cannot-be-checked'

/** 0: verified. 1: verification failed. 2: undecided, for example because the anchor is missing. */
export type ExitCode = 0 | 1 | 2

/** The exit code of each verdict. */
export const EXIT_CODES: Record<VerdictCode, ExitCode> = {
  certified: 0,
  changed: 1,
  revoked: 1,
  superseded: 1,
  failed: 1,
  untrusted: 2,
  'not-yet-anchored': 2,
  'cannot-be-checked': 2,
}

/** The values used in a verdict's sentence; only `firstReason` is set when the proof file cannot be read. */
export type VerdictValues = {
  /** Origin of the log, and its verifier key. */
  origin?: string | undefined
  logKey?: string | undefined
  /** Missing while the state is not anchored on a chain. */
  chainId?: string | undefined
  blockNumber?: string | undefined
  /** ISO 8601, UTC. */
  blockTime?: string | undefined
  /** If the verdict is `failed`, the reason of the first failed check, otherwise of the first check not decided. */
  firstReason?: Sentence | undefined
  /**
   * ISO 8601: block time of the state that proves the certificate was not revoked or superseded.
   */
  notRevokedAt?: string | undefined
}

/** Determines the verdict from the steps. */
export function determineVerdict(steps: readonly Step[]): VerdictCode {
  const findStep = (id: StepId) => steps.find((step) => step.id === id)
  const failed = steps.filter((step) => step.outcome === 'failed').map((step) => step.id)
  if (failed.some((id) => id !== 'fingerprint' && id !== 'revocation')) return 'failed'
  if (failed.includes('fingerprint')) return 'changed'
  if (failed.includes('revocation')) {
    const reason = findStep('revocation')?.reason
    return reason === 'REVOKED' ? 'revoked' : reason === 'SUPERSEDED' ? 'superseded' : 'failed'
  }
  const hasPassed = (id: StepId) => findStep(id)?.outcome === 'passed'
  if (!REQUIRED_STEPS.every(hasPassed)) return 'cannot-be-checked'
  if (!hasPassed('trust')) return 'untrusted'
  if (!hasPassed('anchor')) return 'not-yet-anchored'
  return hasPassed('block') ? 'certified' : 'cannot-be-checked'
}

/** The checks that must pass before the verdict says anything about the file. */
const REQUIRED_STEPS: readonly StepId[] = [
  'proof-file',
  'fingerprint',
  'entry',
  'inclusion',
  'checkpoint',
]
