/** The messages between the service and the process that reads PDF files. Bytes in JSON are base64. */
import type { SignatureAlgorithm } from '@inkproof/pdf-signing/digital-id'
import type { SigningErrorCode, UnusablePdfCode } from '@inkproof/pdf-signing/errors'
import type { RequestedField } from '@inkproof/pdf-signing/fields'
import type { Rectangle } from '@inkproof/pdf-signing/inspect'
import type { Report } from '@inkproof/pdf-signing/report/report'

/** What to do with the file that comes with it. Times are in ISO 8601. */
export type Job =
  | { job: 'inspect' }
  | { job: 'prepare'; signers: RequestedField[][]; preparedAt: string }
  | { job: 'plan'; signers: RequestedField[][] }
  /** Whether the verifier recognizes the prepared file; `envelope` is base64. */
  | { job: 'check'; envelope: string }
  /** Makes a PDF of a report. The file that comes with the job is the one to attach. */
  | { job: 'report'; report: SentReport }
  | FinishJob
  | AppendJob

/** Without the bytes of the attached file. */
export type SentReport = Omit<Report, 'attachment' | 'createdAt'> & {
  createdAt: string
  attachment: Omit<Report['attachment'], 'data'>
}

export type FinishJob = {
  job: 'finish'
  values: Record<string, SentValue>
  evidence: { name: string; data: string; mediaType: string; description: string }
  filledAt: string
  /** In the order of signing; the last one is the final signature. Their keys stay in the service. */
  signers: SentSigner[]
}

/** Adds signatures to a file that is already signed. */
export type AppendJob = {
  job: 'append'
  /** Number of signers of the request, of whom each has a name for a field. */
  signerCount: number
  /** In the order of signing. Their keys stay in the service. */
  signers: (SentId & { signer: number; place: SentPlace | null })[]
  seal: SentId
}

/** `page` is 0-based. */
export type SentPlace = { page: number; rectangle: Rectangle; appearance: string }

export type SentValue = { appearance: string; text: string | undefined } | { checked: boolean }

export type SentSigner = SentId & { field: string }

export type SentId = {
  certificate: string
  chain: string[]
  algorithm: SignatureAlgorithm
  signedAt: string
}

/** What the process asks the service for, one question at a time. */
export type Question =
  /** A signature of the bytes by the key of `signers[signer]`. */
  | { ask: 'signature'; signer: number; bytes: string }
  | { ask: 'time-stamp'; digest: string }
  /** Certificates, CRLs and OCSP responses, after the last signature. */
  | { ask: 'validation-data' }

/** The answer to a signature or a time-stamp is one value. */
export type Answer = { answer: string[]; crls?: string[]; ocspResponses?: string[] }

export type Outcome =
  /** The file, if the job makes one, comes with it. */
  | { result: unknown }
  | { refused: 'UnusablePdf'; code: UnusablePdfCode }
  | { refused: 'SigningError'; code: SigningErrorCode; details: string[] }

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')

export const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
