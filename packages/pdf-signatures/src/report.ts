/**
 * The result of checking the digital signatures of a PDF file: codes and values, without sentences (wording.ts).
 *
 * Formats: ISO 32000-2 section 12.8 (signatures, DocMDP, FieldMDP), ETSI EN 319 142-1 (PAdES), RFC 5652 (CMS), RFC 3161
 * (time-stamps), RFC 5280 (digital IDs, CRLs), RFC 6960 (OCSP).
 */

/** Why a PDF could not be checked at all. */
export type PdfProblem =
  /** Not a PDF file, or damaged so that its objects cannot be read. */
  | 'unreadable'
  /** Encrypted: its signatures cannot be read without the password. */
  | 'encrypted'
  /** More signatures, objects or revisions than are checked. */
  | 'too-large'

/** The signatures of a file in the order of the revisions that they sign. */
export type PdfSignatures =
  | { signatures: PdfSignature[]; problem: null }
  | { signatures: []; problem: PdfProblem }

export type PdfSignature = {
  /** The full name of the signature field, such as `form.signer1`; empty for a signature that no field leads to. */
  field: string
  /** `time-stamp` is a document time-stamp, which a time-stamp authority signed, not a person. */
  kind: 'signature' | 'time-stamp'
  /** Whether the signed bytes are unchanged and the signature over them is valid. */
  integrity: Integrity
  /** Null if the signature contains no readable digital ID. */
  signer: DigitalId | null
  chain: Chain
  /** The time that the signer's software stated, from `/M` or the signing-time attribute; not proved. */
  claimedAt: string | null
  /** The time-stamp inside the signature, or the document time-stamp itself; null if there is none. */
  timeStamp: TimeStamp | null
  /** What the signature permits to change afterwards; null without DocMDP (approval signatures). */
  docMdp: 1 | 2 | 3 | null
  /** `all: false` locks `fields`; `all: true` locks every field except `fields`. Null without locks. */
  locks: { all: boolean; fields: string[] } | null
  /** Everything that later revisions changed, in the order of the revisions. Empty if nothing changed. */
  changesAfter: Change[]
  /** The reason and place that the signer stated, as text of the signer; null if absent. */
  reason: string | null
  location: string | null
}

export type Integrity =
  | { status: 'intact' }
  /** `code` names the first check that failed. */
  | { status: 'invalid'; code: InvalidSignature }

export type InvalidSignature =
  /** The signed bytes differ from those that were signed. */
  | 'bytes-changed'
  /** The signature value is not valid for the digital ID's key. */
  | 'wrong-signature'
  /** The byte range does not cover its revision except the signature itself: bytes could be hidden in it. */
  | 'byte-range'
  /** The signature cannot be read as CMS. */
  | 'unreadable'
  /** The algorithm or format is not supported, so the signature was not checked. */
  | 'unsupported'
  /** Two objects claim to be this signature, the field's value is not the signed dictionary, or no field leads to it. */
  | 'ambiguous'

/** A digital ID (X.509 certificate). Names are text from the file: sanitize them before showing them. */
export type DigitalId = {
  /** Common name, or the whole subject if there is none. */
  name: string
  organization: string | null
  email: string | null
  issuer: string
  validFrom: string
  validUntil: string
  /** Hexadecimal. */
  serialNumber: string
  /** SHA-256 of the DER encoding, as hexadecimal. */
  fingerprint: string
  /** The digest of the statement of a signing request for which it was issued, hexadecimal; null if there is none. */
  statement: string | null
}

/** Whether the digital ID leads to a trusted authority, at the time of signing as far as it is proved. */
export type Chain = {
  status:
    | 'trusted'
    /** The chain is consistent, but ends at an authority that the reader did not choose to trust. */
    | 'unknown-authority'
    /** A certificate of the chain is missing, so it ends before a self-signed one. */
    | 'incomplete'
    /** Leads to a trusted root, but a certificate is expired or not yet valid at the time that counts. */
    | 'expired'
    | 'revoked'
    /** A signature in the chain is wrong, or an issuer is not allowed to issue. */
    | 'invalid'
  /** From the signer's digital ID to the last one found. */
  digitalIds: DigitalId[]
  /** Of the signer's digital ID, from the CRLs and OCSP responses in the file. `unknown` if the file contains none that counts. */
  revocation: 'not-revoked' | 'revoked' | 'unknown'
}

export type TimeStamp = {
  /** ISO 8601, UTC. */
  time: string
  authority: DigitalId | null
  /** Whether it is valid for exactly this signature and signed by `authority`. */
  isValid: boolean
  chain: Chain['status']
}

/** One change after a signature. `isPermitted` considers DocMDP and the locks of all earlier signatures. */
export type Change = {
  kind:
    | 'signature-added'
    /** In a new field that covers a part of a page. */
    | 'visible-signature-added'
    | 'time-stamp-added'
    /** Certificates, revocation lists and OCSP responses for long-term validation (DSS), which change nothing visible. */
    | 'validation-data-added'
    | 'field-filled'
    | 'annotation-added'
    | 'annotation-changed'
    | 'page-changed'
    | 'page-added'
    | 'page-removed'
    | 'attachment-changed'
    /** An appearance, a font or another object that the signed pages show was replaced. */
    | 'appearance-changed'
    | 'form-changed'
    | 'document-changed'
    /** Document information and XMP metadata, such as the time of the last change, and the declared version. */
    | 'metadata-changed'
    /** Bytes after the last revision, or a revision that cannot be read. */
    | 'unreadable-data'
  /** What it concerns: the name of a field, the number of a page (from 1), the name of an attachment; null if nothing. */
  subject: string | null
  isPermitted: boolean
}

/** Whether anything that the signature does not permit changed after it. */
export function isChanged({ changesAfter }: PdfSignature): boolean {
  return changesAfter.some(({ isPermitted }) => !isPermitted)
}
