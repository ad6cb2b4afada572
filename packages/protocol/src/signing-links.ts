/**
 * Requests and responses between the page of a signing link and svc-signing; the calls are in calls/signing-links.ts. The
 * link is `/sign/<id>#<secret>`. Browsers do not send the part after `#`, so calls contain the secret in their body.
 */
import * as z from 'zod/mini'
import { AttachmentName } from './attachments.ts'
import { ShownBranding } from './branding.ts'
import { Email } from './email-address.ts'
import {
  Attachment,
  EnvelopeDocument,
  EnvelopeField,
  EnvelopeState,
  EnvelopeStep,
  FieldId,
  FinishedDocument,
  Participant,
  SigningBasis,
} from './envelopes.ts'
import { lineText } from './plain-text.ts'
import { BindKeyRequest, SignRequest } from './sign-request.ts'
import { AccessCode, EnvelopeMessage } from './start-envelope.ts'

/** Identifies the link of a recipient: 16 random bytes as base64url. */
export const SigningLinkId = z.string().check(z.regex(/^[\w-]{22}$/))

/** Shows that the caller holds the link, and knows the access code if the sender set one. */
export const LinkProof = z.strictObject({
  /** Key ID and HMAC: `<id>.<base64url>`. */
  secret: z.string().check(z.regex(/^[\w-]{1,64}\.[\w-]{43}$/)),
  accessCode: z.nullable(AccessCode),
})
export type LinkProof = z.infer<typeof LinkProof>

/**
 * POST /signing-links/:id/code: asks for a code by e-mail, which works only together with this public key, and only for
 * the recipient's own mailbox.
 */
export const SigningCodeRequest = z.extend(LinkProof, BindKeyRequest.shape)
export type SigningCodeRequest = z.infer<typeof SigningCodeRequest>

/** A code was sent. `to` shows only the first character and the domain of the address. */
export const SentSigningCode = z.strictObject({
  to: z.string(),
  expiresAt: z.iso.datetime(),
  /** When another code can be requested. */
  nextAt: z.iso.datetime(),
})
export type SentSigningCode = z.infer<typeof SentSigningCode>

/** POST /signing-links/:id/key */
export const BindKeyByLinkRequest = z.extend(SigningCodeRequest, {
  code: z.string().check(z.regex(/^\d{6}$/, 'expected 6 digits')),
})
export type BindKeyByLinkRequest = z.infer<typeof BindKeyByLinkRequest>

/** POST /signing-links/:id/statement, for `sign` and `approve`; /decline for `decline`, without appearances. */
export const SignByLinkRequest = z.extend(LinkProof, SignRequest.shape)
export type SignByLinkRequest = z.infer<typeof SignByLinkRequest>

/** POST /signing-links/attachments: describes the file in the body. */
export const UploadAttachmentByLinkQuery = z.strictObject({
  id: SigningLinkId,
  field: FieldId,
  fileName: AttachmentName,
})

/**
 * Shows that the caller holds the link, and has the browser whose key is bound: until the evidence is published, nobody else
 * knows the public key.
 */
export const AttachmentProof = z.extend(LinkProof, BindKeyRequest.shape)
export type AttachmentProof = z.infer<typeof AttachmentProof>

/** POST /signing-links/:id/hand-over: another person replaces the recipient. The code is that of /code. */
export const HandOverRequest = z.extend(BindKeyByLinkRequest, {
  name: lineText(100),
  email: Email,
})
export type HandOverRequest = z.infer<typeof HandOverRequest>

/** What the holder of a link sees. */
export const LinkedRequest = z.strictObject({
  title: z.string(),
  message: EnvelopeMessage,
  /** Who sent it: the person and the workspace, as far as they have names. */
  sender: z.string(),
  state: EnvelopeState,
  expiresAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Why it was declined or voided; empty if no reason was given or it was not. */
  reason: z.string(),
  /** The recipient of this link. */
  you: Participant,
  /** Everybody, in the order in which they act, including `you`. */
  participants: z.array(Participant),
  document: EnvelopeDocument,
  /** The fields of all signers. */
  fields: z.array(EnvelopeField),
  steps: z.array(EnvelopeStep),
  basis: SigningBasis,
  /** Whether another key of this recipient waits for the sender's release. */
  waitsForRelease: z.boolean(),
  /** Of the workspace that sent it; missing if it has set none, or it could not be read in time. */
  branding: z.exactOptional(ShownBranding),
  finished: z.nullable(z.omit(FinishedDocument, { certificate: true })),
  /** As in an envelope. */
  attachments: z.exactOptional(z.array(Attachment)),
})
export type LinkedRequest = z.infer<typeof LinkedRequest>
