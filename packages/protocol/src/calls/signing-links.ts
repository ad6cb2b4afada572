/** The calls of the page that a mailed signing link opens. They need no account. */
import * as z from 'zod/mini'
import { MAX_ATTACHMENT_BYTES } from '../attachments.ts'
import { bytes, type CallLimit, defineCall } from '../call.ts'
import { KEY_ERRORS } from '../envelope-call-options.ts'
import { Attachment, FieldId } from '../envelopes.ts'
import {
  AttachmentProof,
  BindKeyByLinkRequest,
  HandOverRequest,
  LinkedRequest,
  LinkProof,
  SentSigningCode,
  SignByLinkRequest,
  SigningCodeRequest,
  SigningLinkId,
  UploadAttachmentByLinkQuery,
} from '../signing-links.ts'

const TAG = 'Signing links'

const LIMIT = {
  name: 'signing-links',
  max: 600,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** Each code is an e-mail. */
const CODE_LIMIT = {
  name: 'signing-codes',
  max: 60,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** Each record is made in a separate process. */
const RECORD_LIMIT = {
  name: 'signing-records-by-link',
  max: 60,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** Each statement is verified together with all earlier ones, which takes time. */
const STATEMENT_LIMIT = {
  name: 'signing-statements',
  max: 60,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** Each attachment is stored. */
const ATTACHMENT_LIMIT = {
  name: 'signing-attachments',
  max: 100,
  windowSeconds: 10 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const satisfies CallLimit

/** A link of another envelope, with a wrong secret, or replaced by a newer one gets the same response. */
const common = {
  method: 'POST',
  tag: TAG,
  access: 'anyone',
  limit: LIMIT,
  params: z.strictObject({ id: SigningLinkId }),
  unknownParams: 'SIGNING_LINK_NOT_FOUND',
} as const

const PROOF_ERRORS = [
  'SIGNING_LINK_NOT_FOUND',
  'HANDED_OVER',
  'ACCESS_CODE_NEEDED',
  'ACCESS_CODE_WRONG',
  'ACCESS_CODE_LOCKED',
] as const

const ACT_ERRORS = [
  ...PROOF_ERRORS,
  'ENVELOPE_ENDED',
  'ALREADY_SIGNED',
  'NOT_YOUR_TURN',
  'NOTHING_TO_SIGN',
] as const

export const openSigningLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/open',
  summary: 'Returns what the recipient of a link may see. Opening a link binds nobody to anything.',
  body: LinkProof,
  worksWhenFull: true,
  responses: { 200: LinkedRequest },
  errors: PROOF_ERRORS,
})

export const requestSigningCode = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/code',
  summary: 'Sends a code to the recipient’s mailbox. The code works only together with this key.',
  limit: [LIMIT, CODE_LIMIT],
  body: SigningCodeRequest,
  responses: { 200: SentSigningCode },
  errors: [...ACT_ERRORS, ...KEY_ERRORS, 'SIGNING_CODES_USED_UP'],
})

export const bindKeyByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/key',
  summary:
    'Binds a key of the recipient’s browser, wallet or passkey with the mailed code. If another key is bound already, the new one waits for the sender’s release.',
  body: BindKeyByLinkRequest,
  responses: { 200: LinkedRequest },
  errors: [...ACT_ERRORS, ...KEY_ERRORS, 'SIGNING_CODE_WRONG'],
})

/** The path has no parameters, so that the gateway can allow more than a megabyte there. */
export const uploadAttachmentByLink = defineCall({
  method: 'POST',
  path: '/api/v1/signing-links/attachments',
  summary:
    'Uploads the file that a signer attaches to a field, from the browser whose key is bound, before they sign. It replaces the one before. Others can download it once the signer has signed.',
  tag: TAG,
  access: 'anyone',
  limit: [LIMIT, ATTACHMENT_LIMIT],
  query: UploadAttachmentByLinkQuery,
  proof: AttachmentProof,
  upload: { type: 'application/octet-stream', maxBytes: MAX_ATTACHMENT_BYTES },
  responses: { 200: Attachment },
  errors: [
    ...ACT_ERRORS,
    ...KEY_ERRORS,
    'SIGNING_KEY_NEEDED',
    'NOT_YOUR_ATTACHMENT',
    'ATTACHMENT_TYPE_REFUSED',
  ],
})

export const signByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/statement',
  summary: 'Signs or approves: records the signed statement of the recipient.',
  limit: [LIMIT, STATEMENT_LIMIT],
  body: SignByLinkRequest,
  bodyBytes: 1_000_000,
  responses: { 200: LinkedRequest },
  errors: [...ACT_ERRORS, 'STATEMENT_REFUSED'],
})

export const declineByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/decline',
  summary: 'Declines with a signed statement, which ends the request for everybody.',
  limit: [LIMIT, STATEMENT_LIMIT],
  body: SignByLinkRequest,
  bodyBytes: 1_000_000,
  responses: { 200: LinkedRequest },
  errors: [...ACT_ERRORS, 'STATEMENT_REFUSED'],
})

export const handOverByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/hand-over',
  summary:
    'Hands the request over to another person, who gets a link of their own. Possible until somebody has signed or approved, and with a bound key only in its browser.',
  body: HandOverRequest,
  responses: { 200: z.strictObject({ to: z.string() }) },
  errors: [
    ...ACT_ERRORS,
    ...KEY_ERRORS,
    'SIGNING_CODE_WRONG',
    'KEY_ALREADY_BOUND',
    'HAND_OVER_TOO_LATE',
    'ALREADY_RECIPIENT',
  ],
})

export const downloadByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/prepared',
  summary:
    'Returns the prepared PDF: what the statements are about. Not after the request has ended without completion.',
  body: LinkProof,
  worksWhenFull: true,
  responses: { 200: bytes('application/pdf') },
  errors: [...PROOF_ERRORS, 'ENVELOPE_ENDED', 'FILE_UNREADABLE'],
})

export const downloadFinishedByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/finished',
  summary: 'Returns the finished PDF with all signatures.',
  body: LinkProof,
  worksWhenFull: true,
  responses: { 200: bytes('application/pdf') },
  errors: [...PROOF_ERRORS, 'ENVELOPE_NOT_FINISHED', 'FILE_UNREADABLE'],
})

export const downloadEvidenceByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/evidence',
  summary: 'Returns the evidence beside the finished PDF of a document that was signed before.',
  body: LinkProof,
  worksWhenFull: true,
  responses: { 200: bytes('application/json') },
  errors: [...PROOF_ERRORS, 'ENVELOPE_NOT_FINISHED', 'EVIDENCE_IN_DOCUMENT', 'FILE_UNREADABLE'],
})

export const downloadSigningRecordByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/signing-record',
  summary:
    'Returns a PDF for people, which lists who took part in a completed request, and each step with its entry in the public record. The evidence is attached to it.',
  limit: [LIMIT, RECORD_LIMIT],
  body: LinkProof,
  responses: { 200: bytes('application/pdf') },
  errors: [...PROOF_ERRORS, 'ENVELOPE_NOT_FINISHED', 'SIGNING_RECORD_NOT_READY'],
})

export const downloadAttachmentByLink = defineCall({
  ...common,
  path: '/api/v1/signing-links/:id/attachments/:field',
  summary: 'Returns the file that a signer has attached to a field, once they have signed.',
  params: z.strictObject({ id: SigningLinkId, field: FieldId }),
  body: LinkProof,
  worksWhenFull: true,
  responses: { 200: bytes('application/octet-stream') },
  errors: [...PROOF_ERRORS, 'ATTACHMENT_NOT_FOUND', 'FILE_UNREADABLE'],
})

/** Calls that a mailed link authorizes. */
export const signingLinkCalls = {
  openSigningLink,
  requestSigningCode,
  bindKeyByLink,
  uploadAttachmentByLink,
  signByLink,
  declineByLink,
  handOverByLink,
  downloadByLink,
  downloadFinishedByLink,
  downloadEvidenceByLink,
  downloadSigningRecordByLink,
  downloadAttachmentByLink,
}
