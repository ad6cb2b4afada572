/** The calls of svc-signing about signing requests. */
import * as z from 'zod/mini'
import { MAX_ATTACHMENT_BYTES } from '../attachments.ts'
import { bytes, type CallLimit, defineCall, EMPTY } from '../call.ts'
import { byRecipient, KEY_ERRORS, READ_LIMIT, TAG, WRITE_LIMIT } from '../envelope-call-options.ts'
import {
  Attachment,
  CorrectRecipientRequest,
  CreateEnvelopeQuery,
  Envelope,
  EnvelopeId,
  EnvelopeList,
  EnvelopesQuery,
  ExtendRecipientRequest,
  FieldId,
  MAX_DOCUMENT_BYTES,
  ReleaseKeyRequest,
  UploadAttachmentQuery,
  VoidRequest,
} from '../envelopes.ts'
import { BindKeyRequest, SignRequest } from '../sign-request.ts'
import { StartEnvelopeRequest } from '../start-envelope.ts'

/** An upload is inspected in a separate process. */
const UPLOAD_LIMIT = {
  name: 'envelope-uploads',
  max: 120,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

/** Each record is made in a separate process. */
const RECORD_LIMIT = {
  name: 'signing-records',
  max: 60,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

/** A malformed ID gets the same response as one that does not exist. */
const byId = {
  params: z.strictObject({ id: EnvelopeId }),
  unknownParams: 'ENVELOPE_NOT_FOUND',
} as const

const PDF_ERRORS = [
  'PDF_UNREADABLE',
  'PDF_ENCRYPTED',
  'PDF_ALREADY_SIGNED',
  'PDF_SIGNATURES_NOT_VALID',
  'PDF_NOT_EXTENDABLE',
  'PDF_NOT_SUPPORTED',
  'PDF_TOO_MANY_PAGES',
] as const

const SIGN_ERRORS = [
  'ENVELOPE_NOT_STARTED',
  'ENVELOPE_ENDED',
  'ALREADY_SIGNED',
  'NOT_YOUR_SIGNATURE',
  'NOT_YOUR_TURN',
] as const

export const createEnvelope = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes',
  summary: 'Uploads a PDF and creates a draft. Repeating the request returns the same draft.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: UPLOAD_LIMIT,
  query: CreateEnvelopeQuery,
  upload: { type: 'application/pdf', maxBytes: MAX_DOCUMENT_BYTES },
  responses: { 201: Envelope },
  errors: [...PDF_ERRORS, 'ENVELOPE_ID_TAKEN'],
})

export const listEnvelopes = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes',
  summary: 'Lists the signing requests of the workspace, or those with a state, newest first.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  query: EnvelopesQuery,
  responses: { 200: EnvelopeList },
  page: { cursor: 'cursor' },
})

export const showEnvelope = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id',
  summary: 'Returns a signing request of the workspace.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: Envelope },
})

export const startEnvelope = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/start',
  summary:
    'Prepares the document with these fields, and starts signing. Nothing about the request can be changed afterwards.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byId,
  body: StartEnvelopeRequest,
  bodyBytes: 256 * 1024,
  responses: { 200: Envelope },
  errors: [
    ...PDF_ERRORS,
    'PDF_NOT_VERIFIABLE',
    'ENVELOPE_STARTED',
    'ENVELOPE_ENDED',
    'FIELDS_REFUSED',
    'SIGNATURE_PLACE_REFUSED',
    'RECIPIENTS_REFUSED',
    'SIGNER_EMAIL_NOT_CONFIRMED',
    'NOT_YOUR_SIGNATURE',
    'PERSON_NOT_VERIFIED',
    'DAILY_ALLOWANCE_USED',
    'MONTHLY_QUOTA_USED',
    'FILE_UNREADABLE',
  ],
})

export const bindSigningKey = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/key',
  summary:
    'Binds a key of the signer’s browser, wallet or passkey to the recipient, as an entry of the public record. Repeating the request with the same key changes nothing.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byRecipient,
  body: BindKeyRequest,
  responses: { 200: Envelope },
  errors: [...SIGN_ERRORS, ...KEY_ERRORS, 'KEY_ALREADY_BOUND'],
})

/** The path has no parameters, so that the gateway can allow more than a megabyte there. */
export const uploadAttachment = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/attachments',
  summary:
    'Uploads the file that a signer attaches to a field, before they sign. It replaces the one before. Others can download it once the signer has signed.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: UPLOAD_LIMIT,
  query: UploadAttachmentQuery,
  upload: { type: 'application/octet-stream', maxBytes: MAX_ATTACHMENT_BYTES },
  responses: { 200: Attachment },
  errors: [...SIGN_ERRORS, 'ENVELOPE_NOT_FOUND', 'NOT_YOUR_ATTACHMENT', 'ATTACHMENT_TYPE_REFUSED'],
})

export const signEnvelope = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/statement',
  summary: 'Signs: records the signed statement of the recipient.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byRecipient,
  body: SignRequest,
  bodyBytes: 1_000_000,
  responses: { 200: Envelope },
  errors: [...SIGN_ERRORS, 'STATEMENT_REFUSED'],
})

export const voidEnvelope = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/void',
  summary: 'Discards a signing request before everybody has signed. Drafts are deleted instead.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byId,
  body: VoidRequest,
  responses: { 200: Envelope },
  errors: ['ENVELOPE_NOT_STARTED', 'ENVELOPE_ENDED', 'ALREADY_SIGNED'],
})

export const remindRecipient = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/remind',
  summary:
    'Sends a recipient their link again. A recipient who has entered too many wrong access codes, or has used up the mailed codes, can try again.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byRecipient,
  responses: { 200: Envelope },
  errors: [
    'ENVELOPE_NOT_STARTED',
    'ENVELOPE_ENDED',
    'ALREADY_SIGNED',
    'NOT_YOUR_TURN',
    'REMINDED_RECENTLY',
  ],
})

export const correctRecipient = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/correct',
  summary:
    'Corrects name and address of a recipient until somebody has signed or approved; afterwards only the address, if its e-mail was refused and the recipient has not opened the request. The recipient gets a new ID and, when it is their turn, a new link; the old link and codes stop working. Repeating the request changes nothing.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byRecipient,
  body: CorrectRecipientRequest,
  responses: { 200: Envelope },
  errors: [
    'ENVELOPE_NOT_STARTED',
    'NOT_THE_SENDER',
    'ENVELOPE_ENDED',
    'ALREADY_SIGNED',
    'RECIPIENT_REPLACED',
    'CORRECTION_TOO_LATE',
    'RECIPIENT_HAS_OPENED',
    'NAME_WAS_SIGNED',
    'ALREADY_RECIPIENT',
    'CORRECTED_TOO_OFTEN',
    'DAILY_ALLOWANCE_USED',
  ],
})

export const extendRecipient = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/extend',
  summary:
    'Gives a recipient with a deadline of their own more time, until the deadline of the request at the latest. The recipient gets an e-mail with the new deadline. Repeating the request changes nothing.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byRecipient,
  body: ExtendRecipientRequest,
  responses: { 200: Envelope },
  errors: [
    'ENVELOPE_NOT_STARTED',
    'NOT_THE_SENDER',
    'ENVELOPE_ENDED',
    'ALREADY_SIGNED',
    'RECIPIENT_REPLACED',
    'NO_DEADLINE_TO_EXTEND',
    'DEADLINE_REFUSED',
    'EXTENDED_TOO_OFTEN',
  ],
})

export const releaseKey = defineCall({
  method: 'POST',
  path: '/api/v1/envelopes/:id/recipients/:recipient/release',
  summary: 'Allows a recipient to sign in another browser. Everybody in the envelope sees it.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byRecipient,
  body: ReleaseKeyRequest,
  responses: { 200: Envelope },
  errors: ['ENVELOPE_NOT_STARTED', 'ENVELOPE_ENDED', 'ALREADY_SIGNED', 'NO_KEY_TO_RELEASE'],
})

export const deleteDraft = defineCall({
  method: 'DELETE',
  path: '/api/v1/envelopes/:id',
  summary: 'Deletes a draft and its document.',
  tag: TAG,
  access: 'member',
  scope: 'envelopes:write',
  limit: WRITE_LIMIT,
  ...byId,
  responses: { 204: EMPTY },
  errors: ['ENVELOPE_STARTED'],
})

export const downloadUpload = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id/upload',
  summary: 'Returns the PDF as it was uploaded.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: bytes('application/pdf') },
  errors: ['FILE_UNREADABLE'],
})

export const downloadPrepared = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id/prepared',
  summary: 'Returns the prepared PDF: what signers see, and what their statements are about.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: bytes('application/pdf') },
  errors: ['ENVELOPE_NOT_STARTED', 'FILE_UNREADABLE'],
})

export const downloadFinished = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id/finished',
  summary: 'Returns the finished PDF with all signatures.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: bytes('application/pdf') },
  errors: ['ENVELOPE_NOT_FINISHED', 'FILE_UNREADABLE'],
})

export const downloadEvidence = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id/evidence',
  summary:
    'Returns the evidence beside the finished PDF of a document that was signed before. For others, the evidence is in the PDF.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: bytes('application/json') },
  errors: ['ENVELOPE_NOT_FINISHED', 'EVIDENCE_IN_DOCUMENT', 'FILE_UNREADABLE'],
})

export const downloadSigningRecord = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id/signing-record',
  summary:
    'Returns a PDF for people, which lists who took part in a request that has ended, and each step with its entry in the public record. The evidence is attached to it.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: RECORD_LIMIT,
  ...byId,
  responses: { 200: bytes('application/pdf') },
  errors: ['ENVELOPE_NOT_STARTED', 'SIGNING_RECORD_NOT_READY'],
})

export const downloadAttachment = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/:id/attachments/:field',
  summary: 'Returns the file that a signer has attached to a field, once they have signed.',
  tag: TAG,
  access: 'session',
  scope: 'envelopes:read',
  limit: READ_LIMIT,
  params: z.strictObject({ id: EnvelopeId, field: FieldId }),
  unknownParams: 'ENVELOPE_NOT_FOUND',
  responses: { 200: bytes('application/octet-stream') },
  errors: ['ATTACHMENT_NOT_FOUND', 'FILE_UNREADABLE'],
})

/** The signing requests of a workspace. */
export const envelopeCalls = {
  createEnvelope,
  listEnvelopes,
  // Its path also matches that of the next one.
  uploadAttachment,
  showEnvelope,
  startEnvelope,
  bindSigningKey,
  signEnvelope,
  voidEnvelope,
  remindRecipient,
  correctRecipient,
  extendRecipient,
  releaseKey,
  deleteDraft,
  downloadUpload,
  downloadPrepared,
  downloadFinished,
  downloadEvidence,
  downloadSigningRecord,
  downloadAttachment,
}
