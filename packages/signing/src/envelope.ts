/**
 * The immutable description of a signing request: who signs what, where and until when. The envelope's first entry in
 * the public record commits to its digest, and so does every statement.
 *
 *     digest = SHA-256("inkproof/envelope/v1\0" ‖ envelope)
 *
 * The envelope is deterministic CBOR: a map with `version` and the keys of {@link Envelope}. Times are seconds since
 * 1970, booleans are 0 or 1, and `rect` is a list of four integers. A key whose value is undefined is left out. `version` is
 * 2 if a field is a stamp or an attachment, or has a label or a rule that exists since version 2, and otherwise 1: readers of version 1 refuse the others.
 * `envelope-codec.ts` encodes and decodes it.
 */
import { concat, utf8 } from '@inkproof/proof/bytes'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import type { Field } from './field.ts'

/** What a recipient does: signs, approves, may look at the documents, or receives the finished ones. */
export const ROLES = ['signer', 'approver', 'viewer', 'copy'] as const
export type Role = (typeof ROLES)[number]

/** A person to whom the request is sent. */
export type Recipient = {
  /** Identifies the recipient inside the envelope: 1 to 64 of `A-Z a-z 0-9 _ -`. */
  id: string
  role: Role
  name: string
  /** Normalized: lower case, normalization form C, the domain in ASCII. */
  email: string
  /** Recipients with a lower number act first; those with the same number in any order. 1 to 100. */
  order: number
  /** BCP 47 tag. */
  language: string
  /**
   * Thumbprints of keys that the service knew as this recipient's before the request was sent, such as an account's
   * passkeys; at most 8, in ascending order. Because the first entry commits to them, the binding of one of these keys
   * rests on more than access to a mailbox.
   */
  knownKeys: Uint8Array[]
}

/** A document as prepared for signing. */
export type PreparedDocument = {
  /** SHA-256 of the prepared PDF. */
  fingerprint: Uint8Array
  name: string
  pages: number
}

/** The text by which recipients consent to signing electronically, in one language. */
export type ConsentText = { language: string; version: string; fingerprint: Uint8Array }

export type Envelope = {
  /** Chosen at random by the service: 16 to 64 of `A-Z a-z 0-9 _ -`. */
  id: string
  /** What the request is about, shown by wallets. */
  title: string
  /** Name of the workspace that sends it. */
  workspace: string
  /** The web origin of the signing page, and the WebAuthn relying party ID of its passkeys (a suffix of the host). */
  site: { origin: string; rpId: string }
  recipients: Recipient[]
  documents: PreparedDocument[]
  fields: Field[]
  consents: ConsentText[]
  /** SHA-256 of the sender's message to the recipients as UTF-8; of the empty text if there is none. */
  messageHash: Uint8Array
  expiresAt: Date
  /** A completion counts only if a block anchors it until `expiresAt` plus this many seconds. */
  anchorGraceSeconds: number
}

export const MAX_RECIPIENTS = 100
export const MAX_DOCUMENTS = 20
/** Largest encoding that is read, in bytes. */
export const MAX_ENVELOPE_BYTES = 2 * 1024 * 1024

/** Identifiers of recipients, fields and envelopes. */
export const ID_PATTERN = /^[\w-]{1,64}$/
export const LANGUAGE_PATTERN = /^[a-z]{2,3}(-[A-Za-z\d]{2,8}){0,4}$/

/** Computes the digest of an encoded envelope, 32 bytes. */
export function envelopeDigest(bytes: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concat(CONTEXT, bytes))
}

/** Whether a role makes a statement. */
export function isParticipant({ role }: Pick<Recipient, 'role'>): boolean {
  return role === 'signer' || role === 'approver'
}

/** A normalized address, as in {@link Recipient}. */
export const EMAIL_PATTERN =
  /^(?!\.)[^\s@<>()"\\,;:\p{C}\p{Lu}]{1,64}@(?=.{1,253}$)[a-z\d_-]+(\.[a-z\d_-]+)+$/u

const CONTEXT = utf8('inkproof/envelope/v1\0')
