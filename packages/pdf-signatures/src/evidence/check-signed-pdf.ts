/** Checks a PDF file with everything that a signing request put into it: signatures, evidence, fields. */
import { equal, fromHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { Envelope } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { EVIDENCE_FILE_NAME, MAX_EVIDENCE_LENGTH, parseEvidence } from '@inkproof/signing/evidence'
import type { PdfResult } from '@inkproof/signing/evidence-context'
import { checkPdfSignatures } from '../check.ts'
import { digest } from '../cms/encoding.ts'
import { openLongest } from '../open-file.ts'
import type { PdfFile } from '../pdf/file.ts'
import { TooLargeError, UnreadableError } from '../pdf/values.ts'
import type { PdfSignature, PdfSignatures } from '../report.ts'
import { isIntactWithinValidity } from '../verdict.ts'
import { readAttachment } from './attachment.ts'
import { hasOtherChanges } from './changes-before.ts'
import { readFieldContent } from './field-content.ts'

/** What a file contains about its signing request, for `verifyRequest`. */
export type SignedRequest = {
  /** Text of the evidence. */
  evidence: string
  pdf: PdfResult
  /** Whether one of the authorities given to the check issued the digital IDs of all statements. */
  isIssuerKnown: boolean
}

export type SignedPdf = { report: PdfSignatures; request: SignedRequest | null }

/**
 * Checks the signatures of a PDF file, and reads the evidence of its signing request, if it has any. Never throws for any
 * bytes, and sends nothing anywhere.
 *
 * @param authorities roots in DER. They are trusted only in files with evidence, whose record shows who signed: an
 * installation's authority alone does not.
 */
export async function checkSignedPdf(
  bytes: Uint8Array,
  { authorities, now }: { authorities: Uint8Array[]; now: Date },
): Promise<SignedPdf> {
  const evidence = readEvidence(bytes)
  const trustedRoots = evidence === null ? [] : authorities
  const report = await checkPdfSignatures(bytes, { trustedRoots, now })
  if (evidence === null || report.problem !== null) return { report, request: null }
  const signers = report.signatures.filter(({ signer }) => signer?.statement)
  return {
    report,
    request: {
      evidence,
      pdf: {
        ...(await readContent(bytes, evidence)),
        signatures: report.signatures
          .filter(({ kind }) => kind === 'signature')
          .map(toSignatureResult),
      },
      isIssuerKnown:
        signers.length > 0 &&
        signers.every(({ chain }) => chain.status === 'trusted' || chain.status === 'expired'),
    },
  }
}

function readEvidence(bytes: Uint8Array): string | null {
  return readOrNull(() => {
    const file = openLongest(bytes)
    const data = file && readAttachment(file, EVIDENCE_FILE_NAME)
    // An evidence file is ASCII.
    return data && data.length <= MAX_EVIDENCE_LENGTH ? new TextDecoder().decode(data) : null
  })
}

/**
 * The name in a digital ID counts only together with the record, so its issuer need not be known; but an issuer whose
 * signature is wrong, or who revoked the digital ID, is never accepted.
 */
function toSignatureResult(signature: PdfSignature): PdfResult['signatures'][number] {
  const { signer } = signature
  return {
    isValid: isIntactWithinValidity(signature),
    statement: signer?.statement ? fromHex(signer.statement) : null,
    name: signer?.name ?? null,
    email: signer?.email ?? null,
  }
}

type Content = Pick<PdfResult, 'content' | 'hasOtherChanges' | 'prepared'>

const UNKNOWN: Content = { prepared: null, content: null }

/** Unknown if the evidence has no readable envelope, which its verification reports. */
async function readContent(bytes: Uint8Array, evidence: string): Promise<Content> {
  const envelope = readOrNull(() => decodeEnvelope(parseEvidence(evidence).envelope))
  const file = readOrNull(() => openLongest(bytes))
  if (!envelope || !file) return UNKNOWN
  const ids = new Set(envelope.fields.map(({ id }) => id))
  try {
    const content = await readFieldContent(file)
    for (const [name, { value }] of content)
      if (value === undefined && !ids.has(name)) content.delete(name)
    return {
      prepared: await preparedDigest(file, envelope),
      content,
      hasOtherChanges: hasOtherChanges(file, EVIDENCE_FILE_NAME, ids),
    }
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TooLargeError) return UNKNOWN
    throw error
  }
}

/** The prepared file is the first revision, with or without a line break after `%%EOF`. */
async function preparedDigest(
  { bytes, revisions }: PdfFile,
  { documents }: Envelope,
): Promise<Uint8Array> {
  const end = revisions[0]?.end ?? 0
  const digests = await Promise.all(
    [end, end + 1, end + 2].map((size) => digest('SHA-256', bytes.slice(0, size))),
  )
  const found = digests.find((item) =>
    documents.some(({ fingerprint }) => equal(fingerprint, item)),
  )
  return found ?? (digests[0] as Uint8Array)
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    const isKnown =
      error instanceof UnreadableError ||
      error instanceof TooLargeError ||
      error instanceof ProofError
    if (isKnown) return null
    throw error
  }
}
