/** Checks a PDF file with what a signing request put into it or beside it: signatures, evidence, fields. */
import { fromHex, toHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { Envelope } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import {
  EVIDENCE_FILE_NAME,
  type Evidence,
  MAX_EVIDENCE_LENGTH,
  parseEvidence,
} from '@inkproof/signing/evidence'
import type { PdfResult } from '@inkproof/signing/evidence-context'
import { statementDigest } from '@inkproof/signing/statement'
import { checkPdfSignatures } from '../check.ts'
import { openLongest } from '../open-file.ts'
import type { PdfFile } from '../pdf/file.ts'
import { TooLargeError, UnreadableError } from '../pdf/values.ts'
import type { PdfSignature, PdfSignatures } from '../report.ts'
import { isIntactWithinValidity } from '../verdict.ts'
import { readAttachment } from './attachment.ts'
import { hasOtherChanges } from './changes-before.ts'
import { hasExpectedForm } from './expected-form.ts'
import { readFieldContent } from './field-content.ts'
import { digestsOf, findPrepared, type PreparedRevision } from './prepared-revision.ts'
import { signedFields } from './signed-fields.ts'

/** What a file contains about its signing request, for `verifyRequest`. */
export type SignedRequest = {
  /** Text of the evidence. */
  evidence: string
  /**
   * Null if the file is not the document of the request, but has its evidence attached and no signature, as a signing record:
   * nothing in the evidence is about its pages.
   */
  pdf: PdfResult | null
  /** The documents that the request names. SHA-256 of the PDF to sign, with which the signed one begins, as hex. */
  documents: { name: string; fingerprint: string }[]
  /** Whether one of the authorities given to the check issued the digital IDs of all statements. */
  isIssuerKnown: boolean
}

/** `beside`: the index of the given evidence that is about this file; null if it is none of them. */
export type SignedPdf = {
  report: PdfSignatures
  request: SignedRequest | null
  beside: number | null
}

export type CheckSignedPdfOptions = {
  /**
   * Roots in DER. They are trusted only in files with evidence, whose record shows who signed: an installation's authority
   * alone does not.
   */
  authorities: Uint8Array[]
  now: Date
  /** Texts of evidence files. The one about this file, if any, counts instead of evidence inside the file. */
  evidence?: readonly string[]
}

/**
 * Checks the signatures of a PDF file, and reads the evidence of its signing request, if it has any or comes with it. Never
 * throws for any bytes, and sends nothing anywhere.
 */
export async function checkSignedPdf(
  bytes: Uint8Array,
  { authorities, evidence: given = [], now }: CheckSignedPdfOptions,
): Promise<SignedPdf> {
  const embedded = readEvidence(bytes)
  const trustedRoots = embedded === null && given.length === 0 ? [] : authorities
  const report = await checkPdfSignatures(bytes, { trustedRoots, now })
  const file = report.problem === null ? readOrNull(() => openLongest(bytes)) : null
  const found = file && (await findGiven(file, report.signatures, given))
  const text = found?.text ?? embedded
  if (text === null) return withoutRequest(bytes, report, trustedRoots, now)
  if (!file) return { report, request: null, beside: null }
  return {
    report,
    request: await readRequest(file, report.signatures, text),
    beside: found?.index ?? null,
  }
}

/** Without evidence, no authority is trusted. */
async function withoutRequest(
  bytes: Uint8Array,
  report: PdfSignatures,
  trusted: readonly Uint8Array[],
  now: Date,
): Promise<SignedPdf> {
  const untrusted =
    trusted.length === 0 ? report : await checkPdfSignatures(bytes, { trustedRoots: [], now })
  return { report: untrusted, request: null, beside: null }
}

async function readRequest(
  file: PdfFile,
  all: readonly PdfSignature[],
  evidence: string,
): Promise<SignedRequest> {
  const parts = readParts(evidence)
  const documents = (parts?.envelope.documents ?? []).map(({ fingerprint, name }) => ({
    name,
    fingerprint: toHex(fingerprint),
  }))
  if (all.length === 0 && !(parts && (await findOwn(file, all, parts))))
    return { evidence, pdf: null, documents, isIssuerKnown: false }
  const { earlier, ...content } = await readContent(file, all, parts)
  const signatures = all.filter(({ kind }) => kind === 'signature')
  const signaturesBefore = signatures.filter(({ field }) => earlier.has(field)).length
  const signers = signatures.slice(signaturesBefore).filter(({ signer }) => signer?.statement)
  return {
    evidence,
    pdf: { ...content, signatures: signatures.map(toSignatureResult), signaturesBefore },
    documents,
    isIssuerKnown:
      signers.length > 0 &&
      signers.every(({ chain }) => chain.status === 'trusted' || chain.status === 'expired'),
  }
}

/** The first of the given texts that is evidence of a request about this file. */
async function findGiven(
  file: PdfFile,
  signatures: readonly PdfSignature[],
  given: readonly string[],
): Promise<{ text: string; index: number } | null> {
  for (const [index, text] of given.entries()) {
    const parts = readParts(text)
    if (parts && (await findOwn(file, signatures, parts))) return { text, index }
  }
  return null
}

type Parts = { evidence: Evidence; envelope: Envelope }

function readParts(text: string): Parts | null {
  return readOrNull(() => {
    const evidence = parseEvidence(text)
    return { evidence, envelope: decodeEnvelope(evidence.envelope) }
  })
}

/** Returns the prepared file of a request; null if this file does not begin with it, or cannot be read. */
async function findOwn(
  file: PdfFile,
  signatures: readonly PdfSignature[],
  { envelope, evidence }: Parts,
): Promise<PreparedRevision | null> {
  const digests = evidence.statements.map(({ statement }) => toHex(statementDigest(statement)))
  const own = signatures.filter(({ signer }) => digests.includes(signer?.statement ?? ''))
  try {
    return await findPrepared(file, envelope, new Set(own.map(({ field }) => field)))
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TooLargeError) return null
    throw error
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

type Content = Pick<PdfResult, 'content' | 'hasOtherChanges' | 'hasOtherForm' | 'prepared'> & {
  /** Names of the fields that were signed in the prepared file. */
  earlier: ReadonlySet<string>
}

const UNKNOWN: Content = { prepared: null, content: null, earlier: new Set() }

/** Unknown if the evidence has no readable envelope, which its verification reports. */
async function readContent(
  file: PdfFile,
  signatures: readonly PdfSignature[],
  parts: Parts | null,
): Promise<Content> {
  if (!parts) return UNKNOWN
  const found = await findOwn(file, signatures, parts)
  const revision = found?.revision ?? 0
  const fields = new Map(parts.envelope.fields.map((field) => [field.id, field]))
  const groups = parts.envelope.fields.flatMap(({ group }) => group ?? [])
  try {
    const earlier = signedFields(file, revision)
    const content = await readFieldContent(file, revision, fields)
    // The earlier signatures decide about changes of their fields.
    for (const [name, { value }] of content)
      if (!fields.has(name) && (value === undefined || earlier.size > 0)) content.delete(name)
    return {
      prepared: found?.digest ?? (await digestsOf(file, revision))[0] ?? null,
      content,
      hasOtherForm: found !== null && !hasExpectedForm(file, found, parts.envelope),
      hasOtherChanges: hasOtherChanges(file, revision, {
        attachment: EVIDENCE_FILE_NAME,
        fields: new Set([...fields.keys(), ...groups]),
      }),
      earlier: new Set(earlier.values()),
    }
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TooLargeError) return UNKNOWN
    throw error
  }
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
