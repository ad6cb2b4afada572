/** Verifies the signing request of a finished PDF: the record, the evidence and the PDF together. */

import { toHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import { formatEvidence, parseEvidence } from '@inkproof/signing/evidence'
import type { Replacement } from '@inkproof/signing/replacements'
import {
  type Check,
  type CheckId,
  determineEvidenceVerdict,
  type Participant,
} from '@inkproof/signing/verification'
import { type EvidenceVerification, verifyEvidence } from '@inkproof/signing/verify-evidence'
import { type RecordCheck, type RecordInput, verifyRecord } from '@inkproof/signing/verify-record'
import type { SignedRequest } from './check-signed-pdf.ts'

/**
 * The answer about a signing request. `verified` needs everything. `foreign-record`, `not-anchored`, `not-final` and
 * `too-few-witnesses` say what is missing; `incomplete` is everything else that could not be checked. `aborted`: it was
 * declined, voided or has expired.
 */
export type RequestVerdict =
  | 'verified'
  | 'foreign-record'
  | 'not-anchored'
  | 'not-final'
  | 'too-few-witnesses'
  | 'incomplete'
  | 'aborted'
  | 'not-completed'
  | 'broken'

/** Plain data, which workers can send and browsers can store. */
export type RequestCheck = {
  verdict: RequestVerdict
  /** Null if the evidence cannot be read. */
  request: EvidenceVerification['request']
  participants: Participant[]
  /** Who replaced whom, in order. Absent in results stored by an earlier release. */
  replacements?: Replacement[]
  checks: Check[]
  /** Null if the evidence cannot be read. `anchoredAt`: ISO 8601, of the block; null if it is not confirmed. */
  record:
    | (Pick<RecordCheck, 'origin' | 'logKey' | 'isTestInstallation'> & {
        anchoredAt: string | null
      })
    | null
  isIssuerKnown: boolean
  /** Whether the PDF has valid-looking signatures of people who are not part of the signing request. */
  hasOtherSignatures: boolean
  /** Number of signatures that the document had before it was sent. Absent in results stored by an earlier release. */
  signaturesBefore?: number
  /**
   * Set if the PDF is not the document, but only has the evidence attached, as a signing record: the answer is about the
   * evidence. `documents`: those of the request, with the SHA-256 of the PDF to sign as hex.
   */
  signingRecord?: { documents: SignedRequest['documents'] }
}

export type RequestInput = Omit<RecordInput, 'evidence'> & {
  /** Adds what a proof file lacks and the record has meanwhile, such as its anchor. */
  completeProof?: (proof: string) => Promise<string>
}

/**
 * Verifies a signing request. A failed verification is a result, not an exception, whatever the evidence contains.
 *
 * @throws ProofError EMPTY_POLICY, EMPTY_EXPECTATION
 */
export async function verifyRequest(
  { documents, evidence: text, isIssuerKnown, pdf }: SignedRequest,
  { completeProof, ...input }: RequestInput,
): Promise<RequestCheck> {
  const evidence = await completeEvidence(text, completeProof)
  const record = await verifyRecord({ ...input, evidence })
  const verification = await verifyEvidence({ evidence, record, pdf })
  const { participants, replacements, request } = verification
  const { signatures, signaturesBefore = 0 } = pdf ?? { signatures: [] }
  const digests = participants.map(({ digest }) => digest)
  return {
    ...(pdf ? decide(verification, record) : decideWithoutPdf(verification, record)),
    request,
    participants,
    replacements,
    record: record && {
      origin: record.origin,
      logKey: record.logKey,
      isTestInstallation: record.isTestInstallation,
      anchoredAt: record.anchoredAt?.toISOString() ?? null,
    },
    isIssuerKnown,
    hasOtherSignatures:
      signatures
        .slice(signaturesBefore)
        .filter(({ statement }) => !statement || !digests.includes(toHex(statement))).length >
      FINAL_SIGNATURES,
    signaturesBefore,
    ...(pdf === null && { signingRecord: { documents } }),
  }
}

type Decision = Pick<RequestCheck, 'verdict' | 'checks'>

function decide({ checks, verdict }: EvidenceVerification, record: RecordCheck | null): Decision {
  return { checks, verdict: verdict === 'incomplete' ? whatIsMissing(record) : verdict }
}

/** The answer about evidence alone. Unless the evidence is broken, an answer counts only if the record confirms it. */
function decideWithoutPdf(
  { checks: all }: EvidenceVerification,
  record: RecordCheck | null,
): Decision {
  const checks = all.filter(({ id }) => !ABOUT_THE_PDF.includes(id))
  const verdict = determineEvidenceVerdict(checks)
  const isRecorded = record?.outcome === 'passed'
  // The service of a record could otherwise withhold its files, and show a completion to others.
  const isEndOpen = verdict === 'aborted' && record?.firstEntry === 'unknown'
  const isOpen = verdict === 'incomplete' || (verdict !== 'broken' && (!isRecorded || isEndOpen))
  return { checks, verdict: isOpen ? whatIsMissing(record) : verdict }
}

const ABOUT_THE_PDF: readonly CheckId[] = ['document', 'signatures', 'digital-id', 'content']

/** The installation's own signature names no statement. */
const FINAL_SIGNATURES = 1

async function completeEvidence(
  text: string,
  completeProof: RequestInput['completeProof'],
): Promise<string> {
  if (!completeProof) return text
  try {
    const evidence = parseEvidence(text)
    return formatEvidence({ ...evidence, proof: await completeProof(evidence.proof) })
  } catch (error) {
    // The verification reports evidence that cannot be read.
    if (error instanceof ProofError) return text
    throw error
  }
}

function whatIsMissing(record: RecordCheck | null): RequestVerdict {
  switch (record?.notPassed) {
    case 'trust':
      return 'foreign-record'
    case 'anchor':
      return 'not-anchored'
    case 'finality':
      return 'not-final'
    case 'witnesses':
      return 'too-few-witnesses'
    default:
      return 'incomplete'
  }
}
