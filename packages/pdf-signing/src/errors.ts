/**
 * The errors of this package. Each has a code for the caller's table of messages, and no sentence of its own: the message
 * is the code.
 */

/** Why an uploaded file cannot be signed, or not in the requested way. */
export type UnusablePdfCode =
  /** More bytes than the limit. */
  | 'too-large'
  /** Not a PDF file, or damaged so that its structure is not certain. */
  | 'unreadable'
  /** Encrypted, with or without a password to open it. */
  | 'encrypted'
  | 'no-pages'
  | 'too-many-pages'
  /** Contains layers that are hidden in some view: removing them would show or hide content. */
  | 'hidden-layers'
  /** Active content in a place from which it cannot be removed safely, or in a signed file. */
  | 'active-content'
  /** A form value has no appearance, and contains characters that the font cannot show. */
  | 'undrawable-form'
  /** Already certified without any permitted change (DocMDP, P=1). */
  | 'certified-no-changes'
  /** An existing signature locks all fields. */
  | 'locked'
  /** Contains usage rights (UR3), which any change would invalidate. */
  | 'usage-rights'
  /** Already signed, but in a file format to which nothing can be appended. */
  | 'cannot-append'
  /** Already signed, so it cannot be rewritten. */
  | 'already-signed'
  /** An earlier signature is not valid or cannot be checked, as the caller found out. */
  | 'signatures-not-valid'
  /** The verifier would not recognize the prepared file of this upload, as the caller found out. */
  | 'not-verifiable'
  /** Already certified so that only invisible signatures can be added (DocMDP, P=2 or 3). */
  | 'certified-invisible-only'

/** A file that this package refuses. */
export class UnusablePdf extends Error {
  readonly code: UnusablePdfCode

  constructor(code: UnusablePdfCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'UnusablePdf'
    this.code = code
  }
}

/** Why a request about a usable file was refused. */
export type SigningErrorCode =
  /** A field on a page that does not exist. */
  | 'page-out-of-range'
  /** A field whose rectangle is empty, too small or not on its page. */
  | 'rectangle-out-of-range'
  /** A new signature in a signed file would cover a field, a comment, a link or another new signature. */
  | 'place-taken'
  /** A new signature in a signed file would cover more than a tenth of its page. */
  | 'place-too-large'
  /** Another field than one signature for each signer, in a signed file. */
  | 'signature-only'
  | 'too-many-fields'
  | 'too-many-signers'
  /** No field of this name. */
  | 'unknown-field'
  /** A value of another type than its field's, such as an image for a checkbox. */
  | 'wrong-value'
  /** Characters that the font cannot show; `details` are the characters. */
  | 'missing-characters'
  /** Neither a PNG nor a baseline or progressive JPEG image, damaged, or too large. */
  | 'unreadable-image'
  /** Two attachments of the same name. */
  | 'duplicate-attachment'
  /** The file already contains a signature, so unsigned content can no longer be added. */
  | 'signed-since'
  /** The signature field already has a signature. */
  | 'already-signed-field'
  /** The signature and time-stamp are longer than the space reserved for them. */
  | 'signature-too-large'
  /** The signer's function returned a signature that its digital ID does not verify. */
  | 'signature-not-valid'
  /** A key that is neither P-256 nor RSA with at least 2048 bits. */
  | 'unsupported-key'

/** A request that cannot be carried out. `details` are values that the message may name. */
export class SigningError extends Error {
  readonly code: SigningErrorCode
  readonly details: string[]

  constructor(code: SigningErrorCode, details: string[] = [], options?: ErrorOptions) {
    super(details.length > 0 ? `${code}: ${details.join(', ')}` : code, options)
    this.name = 'SigningError'
    this.code = code
    this.details = details
  }
}

/** Why no usable time-stamp was obtained from one authority. */
export type TimeStampErrorCode =
  /** No response before the deadline. */
  | 'timeout'
  /** No connection, or a failed one. */
  | 'unreachable'
  /** An HTTP status other than 200. */
  | 'http-status'
  /** A response above the limit, or not a TimeStampResp (RFC 3161, 2.4.2). */
  | 'malformed'
  /** The authority's status is neither granted nor grantedWithMods. */
  | 'rejected'
  | 'wrong-imprint'
  | 'wrong-nonce'
  /** The certificate lacks the critical extended key usage timeStamping (RFC 3161, 2.3). */
  | 'wrong-key-usage'
  | 'signature-not-valid'
  /** The time lies outside the validity of the authority's certificate, or far from the local time. */
  | 'wrong-time'

/** One authority's failure. */
export class TimeStampError extends Error {
  readonly code: TimeStampErrorCode

  constructor(code: TimeStampErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'TimeStampError'
    this.code = code
  }
}

/** None of the configured authorities issued a usable time-stamp. `failures` are in the order of the list. */
export class NoTimeStamp extends Error {
  readonly failures: { url: string; code: TimeStampErrorCode }[]

  constructor(failures: { url: string; code: TimeStampErrorCode }[]) {
    super('no-time-stamp')
    this.name = 'NoTimeStamp'
    this.failures = failures
  }
}

/** Why a digital ID cannot be used: a PKCS#12 container, or a key elsewhere with its certificates. */
export type UnusableIdCode =
  /** Not a PKCS#12 container, damaged, or encrypted in a way that is not supported. */
  | 'malformed'
  | 'wrong-passphrase'
  | 'no-key'
  | 'no-certificate'
  | 'unsupported-key'
  /** No certificate belongs to the key. */
  | 'wrong-key'
  /** The certificate must not sign documents (RFC 5280, 4.2.1.3 and 4.2.1.12). */
  | 'wrong-usage'
  /** The certificates do not lead to a self-signed one. */
  | 'incomplete-chain'

/** `subject`: of the certificate that the problem is about, or of the missing one; a name from a certificate. */
export class UnusableId extends Error {
  override readonly name = 'UnusableId'
  readonly code: UnusableIdCode
  readonly subject: string | undefined

  constructor(code: UnusableIdCode, subject?: string, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.subject = subject
  }
}

/** Why a CRL cannot be used. */
export type CrlProblem =
  /** No response within the time, or not 200. */
  | 'no-response'
  /** Not a CRL in DER, or too large. */
  | 'malformed'
  /** Not signed by the issuer of the certificate. */
  | 'signature-not-valid'
  /** Its next update is over. */
  | 'outdated'
  /** It revokes the certificate. */
  | 'revoked'

/** `url`: the last address that was asked. `subject`: of the certificate. */
export class UnusableCrl extends Error {
  override readonly name = 'UnusableCrl'
  readonly code: CrlProblem
  readonly url: string
  readonly subject: string

  constructor(code: CrlProblem, url: string, subject: string, options?: ErrorOptions) {
    super(`${code}: ${url}`, options)
    this.code = code
    this.url = url
    this.subject = subject
  }
}

/** Why an OCSP response cannot be used. */
export type OcspProblem =
  /** No response within the time, or not 200. */
  | 'no-response'
  /** Not an OCSP response in DER, too large, or with an extension that would have to be understood. */
  | 'malformed'
  /** The responder did not answer the question: it is too busy, or not responsible. */
  | 'refused'
  /** Neither the issuer of the certificate signed it, nor a responder that the issuer authorized. */
  | 'signature-not-valid'
  /** It says nothing about the certificate. */
  | 'other-certificate'
  /** It is too old, or from the future. */
  | 'outdated'
  /** The responder does not know the certificate. */
  | 'unknown'
  | 'revoked'

/** `url`: the last address that was asked. `subject`: of the certificate. */
export class UnusableOcsp extends Error {
  override readonly name = 'UnusableOcsp'
  readonly code: OcspProblem
  readonly url: string
  readonly subject: string

  constructor(code: OcspProblem, url: string, subject: string, options?: ErrorOptions) {
    super(`${code}: ${url}`, options)
    this.code = code
    this.url = url
    this.subject = subject
  }
}
