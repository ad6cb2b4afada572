/** The result of verifying evidence: checks and what follows from them. Also the helpers that make checks. */
import type { Finding } from '@inkproof/proof/finding'
import { failed, notChecked } from '@inkproof/proof/finding'
import { ProofError } from '@inkproof/proof/proof-error'
import { makeSentence } from '@inkproof/proof/sentence'
import type { Role } from './envelope.ts'
import type { Act } from './statement.ts'
import type { Method } from './step.ts'

/** IDs of the checks of the whole signing request, in display order. */
export const REQUEST_CHECKS = [
  /** The evidence file is readable. */
  'evidence',
  'envelope',
  /** The steps form one chain that belongs to the envelope. */
  'steps',
  /** The last step's entry is in a record that the reader trusts. */
  'record',
  /** The envelope was completed, with exactly these statements, in time. */
  'completion',
  /** Everybody who had to sign or approve did so exactly once. */
  'participants',
  /** In the order of the envelope. */
  'order',
  /** The PDF was prepared for this envelope. */
  'document',
  /** The PDF's signatures name only statements of this envelope. */
  'signatures',
] as const

/** IDs of the checks of each statement, in display order. */
export const STATEMENT_CHECKS = [
  /** The statement is about this envelope, and its recipient may make it. */
  'statement',
  /** The key is the one bound to the recipient in the record. */
  'key',
  'signature',
  /** What the recipient entered is complete and matches the salted hashes. */
  'values',
  /** What the recipient saw of others is what they entered. */
  'seen',
  /** The digital ID of the PDF signature agrees with the statement. */
  'digital-id',
  /** The PDF shows what the recipient entered. */
  'content',
] as const

export type CheckId = (typeof REQUEST_CHECKS)[number] | (typeof STATEMENT_CHECKS)[number]

/** One check. `statement` is the index of the statement that it concerns; null for the whole request. */
export type Check = Finding & { id: CheckId; statement: number | null }

/** What the binding of a signer's key rests on. */
export type Binding = {
  method: Method
  /** Whether the envelope, which was recorded before, already named the key as the recipient's. */
  isKnownKey: boolean
  /** Whether it replaced another key of the same recipient, which the sender has to release. */
  isReplacement: boolean
}

/** Who made a statement; only as reliable as its checks. */
export type Participant = {
  /** Index of the statement. */
  statement: number
  /** Digest of the statement, hex. */
  digest: string
  recipient: string
  name: string
  email: string
  role: Role
  /** Recipients with a lower number act first. */
  order: number
  act: Act
  /** By the recipient's clock, ISO 8601. */
  time: string
  /** Null if no step of the evidence bound the key. */
  binding: Binding | null
  /** Address of the wallet that signed, lower case with 0x; null if a key of a browser or a passkey signed. */
  wallet: string | null
  /** Whether a passkey signed. Absent if not, and in results stored by an earlier release. */
  isPasskey?: true
  /**
   * The files that they attached, which are not part of the evidence: name, and SHA-256 as hex. Absent if there are none that
   * the evidence reveals, and in results stored by an earlier release. `label` is that of the field, if it has one.
   */
  attachments?: { fileName: string; fingerprint: string; label?: string }[]
  /**
   * Why they declined, as they signed it. Absent if they gave no reason, if the evidence does not reveal it, and in results stored
   * by an earlier release.
   */
  reason?: string
}

/**
 * `verified`: every check passed. `incomplete`: none failed, but some could not be made. `aborted`: the request was
 * declined, voided or has expired. `not-completed`: it has not ended. `broken`: a check failed.
 */
export type EvidenceVerdict = 'verified' | 'incomplete' | 'aborted' | 'not-completed' | 'broken'

/** Determines the verdict; the most serious problem decides. */
export function determineEvidenceVerdict(checks: readonly Check[]): EvidenceVerdict {
  const failure = findFailure(checks)
  if (failure?.id === 'completion') return UNFINISHED[failure.reason] ?? 'broken'
  if (failure) return 'broken'
  return checks.every(({ outcome }) => outcome === 'passed') ? 'verified' : 'incomplete'
}

/**
 * Returns the failed check that decides the verdict; undefined if none failed. `completion` and then `participants` come last: a
 * request that was not completed lacks statements, so these two explain less than any other failure.
 */
export function findFailure(checks: readonly Check[]): Check | undefined {
  const failures = checks.filter(({ outcome }) => outcome === 'failed')
  return (
    failures.find(({ id }) => id !== 'completion' && id !== 'participants') ??
    failures.find(({ id }) => id === 'completion') ??
    failures[0]
  )
}

const UNFINISHED: Partial<Record<string, EvidenceVerdict>> = {
  ABORTED: 'aborted',
  END_UNKNOWN: 'aborted',
  ENDED_IN_RECORD: 'aborted',
  NOT_COMPLETED: 'not-completed',
}

/** Runs a check; a thrown ProofError becomes a failure with its code and sentence. */
export async function runCheck(
  id: CheckId,
  statement: number | null,
  check: () => Finding | Promise<Finding>,
): Promise<Check> {
  try {
    return { id, statement, ...(await check()) }
  } catch (error) {
    if (error instanceof ProofError) {
      return { id, statement, ...failed(error.code, error.sentence) }
    }
    throw error
  }
}

/** The finding of a check whose input is missing. */
export function noInput(): Finding {
  return notChecked(
    'NO_INPUT',
    makeSentence('The PDF, or the result about the record, is missing.'),
  )
}
