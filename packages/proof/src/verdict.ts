/**
 * The verdict of a verification and its wording, in one module so that every screen and the command
 * line agree. A verdict follows from the steps alone.
 */

/** The outcome of one check. */
export type Outcome = 'passed' | 'failed' | 'not checked'

/** One check: its name, its outcome, the reason, and the values that were compared. */
export type Step = {
  id: StepId
  title: string
  outcome: Outcome
  /** Stable code, such as `ROOT_DIFFERS`; `OK` when passed. */
  reason: string
  /** The reason as a sentence; empty when passed. */
  sentence: string
  values: Record<string, string>
}

/** The checks in display order, with their titles. */
export const STEP_TITLES = {
  'proof-file': 'The proof file can be read',
  fingerprint: 'The file is the one the proof is about',
  entry: 'The entry certifies a file',
  inclusion: 'The entry is in the public record',
  checkpoint: 'The log signed this state of the record',
  trust: 'The log is one you trust',
  anchor: 'This state is in a block of a blockchain',
  block: 'The block is on that blockchain',
  finality: 'The block can no longer be replaced',
  issuer: 'A wallet signed the certificate',
  domain: 'A domain vouches for that wallet',
  revocation: 'It was not revoked or replaced',
} as const

/** IDs of the checks. */
export type StepId = keyof typeof STEP_TITLES

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

/** 0: verified. 1: verification failed. 2: something that the reader must provide is missing. */
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

/** Shown with every verdict about a log on the embedded chain. */
export const TEST_INSTALLATION = 'Test installation: proves nothing to others'

/** The values used in a verdict's sentence. */
export type VerdictValues = {
  /** Origin of the log, and its verifier key. */
  origin: string
  logKey: string
  /** Missing while the state is not anchored on a chain. */
  chainId?: string | undefined
  blockNumber?: string | undefined
  blockTime?: string | undefined
  /** Sentence of the first check that failed, or of the first that could not be made. */
  firstReason?: string | undefined
  /**
   * ISO 8601: block time of the state that proves the certificate was not revoked or superseded.
   */
  notRevokedAt?: string | undefined
}

/** Formats the verdict as one plain sentence. */
export function verdictSentence(code: VerdictCode, v: VerdictValues): string {
  switch (code) {
    case 'certified':
      return `Certified: exactly this file existed on ${formatTime(v.blockTime)}, when block ${v.blockNumber} of chain ${v.chainId} was made; recorded by the log ${v.origin}, which you trust. ${revocationSentence(v)}`
    case 'changed':
      return 'Changed: this is not the file that was certified, not one byte of which may differ.'
    case 'revoked':
      return 'Revoked: this file was certified, but its certificate was withdrawn since.'
    case 'superseded':
      return 'Superseded: this file was certified, but its certificate was replaced by a newer one.'
    case 'untrusted':
      return v.chainId === undefined
        ? `Consistent; recorded by the log ${v.logKey}, not yet on the blockchain, and you have not said that you trust this log.`
        : `Consistent; recorded by the log ${v.logKey} on chain ${v.chainId}, which you have not said you trust.`
    case 'not-yet-anchored':
      return `Not yet on the blockchain: the log ${v.origin} has recorded this file, and a newer proof file will show the block.`
    case 'cannot-be-checked':
      return `Cannot be checked: the proof agrees with itself, but ${lowerFirst(v.firstReason)}`
    case 'failed':
      return `Failed: ${v.firstReason}`
  }
}

/** Determines the verdict from the steps. */
export function determineVerdict(steps: readonly Step[]): VerdictCode {
  const outcome = (id: StepId) => steps.find((step) => step.id === id)
  const failed = steps.filter((step) => step.outcome === 'failed').map((step) => step.id)
  if (failed.some((id) => id !== 'fingerprint' && id !== 'revocation')) return 'failed'
  if (failed.includes('fingerprint')) return 'changed'
  if (failed.includes('revocation')) {
    const reason = outcome('revocation')?.reason
    return reason === 'REVOKED' ? 'revoked' : reason === 'SUPERSEDED' ? 'superseded' : 'failed'
  }
  const passed = (id: StepId) => outcome(id)?.outcome === 'passed'
  if (!NEEDED.every(passed)) return 'cannot-be-checked'
  if (!passed('trust')) return 'untrusted'
  if (!passed('anchor')) return 'not-yet-anchored'
  return passed('block') ? 'certified' : 'cannot-be-checked'
}

/** Formats ISO 8601 as `21 Sep 2026 at 14:13:20 UTC`. */
function formatTime(iso = ''): string {
  const [, day, month, year, time] = new Date(iso).toUTCString().split(' ')
  return `${day} ${month} ${year} at ${time} UTC`
}

function lowerFirst(sentence = ''): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function revocationSentence({ notRevokedAt, blockTime }: VerdictValues): string {
  if (notRevokedAt === undefined) return 'Whether it was revoked since could not be checked.'
  const then = notRevokedAt === blockTime ? 'then' : formatTime(notRevokedAt)
  return `It had not been revoked by ${then}.`
}

/** No statement is made about a file unless these checks passed. */
const NEEDED: readonly StepId[] = ['proof-file', 'fingerprint', 'entry', 'inclusion', 'checkpoint']
