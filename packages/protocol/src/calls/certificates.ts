/** The calls of svc-documents about the certificates of a workspace. */
import * as z from 'zod/mini'
import { type CallLimit, defineCall, text } from '../call.ts'
import {
  BulkRequest,
  BulkResponse,
  Certificate,
  CertificateId,
  CertificateList,
  CertificatesQuery,
  CertifyRequest,
  RevokedCertificate,
  RevokeRequest,
} from '../certificates.ts'

const TAG = 'Certificates'

/** Large enough for a certificate with sixteen long claims. */
const SINGLE_BODY_BYTES = 256 * 1024
/** Large enough for a thousand certificates with notes. */
const BULK_BODY_BYTES = 4 * 1024 * 1024

const WRITE_LIMIT = {
  name: 'certify',
  max: 600,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

const READ_LIMIT = {
  name: 'read',
  max: 3_000,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

const CERTIFY_ERRORS = [
  'CERTIFICATE_ID_TAKEN',
  'PERSON_NOT_VERIFIED',
  'DAILY_ALLOWANCE_USED',
  'NETWORK_ALLOWANCE_USED',
] as const

/** A malformed id gets the same response as an id that does not exist. */
const byId = {
  params: z.strictObject({ id: CertificateId }),
  unknownParams: 'CERTIFICATE_NOT_FOUND',
} as const

export const certifyDocument = defineCall({
  method: 'POST',
  path: '/api/v1/certificates',
  summary: 'Certifies a document. Repeating the request returns the same certificate.',
  tag: TAG,
  access: 'member',
  scope: 'certificates:write',
  limit: WRITE_LIMIT,
  body: CertifyRequest,
  bodyBytes: SINGLE_BODY_BYTES,
  responses: { 201: Certificate },
  errors: [...CERTIFY_ERRORS, 'CERTIFICATE_ALTERED'],
  idempotent: 'inherently',
})

export const certifyMany = defineCall({
  method: 'POST',
  path: '/api/v1/certificates/bulk',
  summary: 'Certifies up to a thousand documents, all of them or none.',
  tag: TAG,
  access: 'member',
  scope: 'certificates:write',
  limit: WRITE_LIMIT,
  body: BulkRequest,
  bodyBytes: BULK_BODY_BYTES,
  responses: { 201: BulkResponse },
  errors: CERTIFY_ERRORS,
  idempotent: 'inherently',
})

export const listCertificates = defineCall({
  method: 'GET',
  path: '/api/v1/certificates',
  summary:
    'Lists the certificates of the workspace, newest first; with a fingerprint only those of that file, or with a share link only that certificate.',
  tag: TAG,
  access: 'session',
  scope: 'certificates:read',
  limit: READ_LIMIT,
  query: CertificatesQuery,
  responses: { 200: CertificateList },
  errors: ['CERTIFICATE_ALTERED'],
  page: { cursor: 'cursor' },
})

export const showCertificate = defineCall({
  method: 'GET',
  path: '/api/v1/certificates/:id',
  summary: 'Returns a certificate of the workspace.',
  tag: TAG,
  access: 'session',
  scope: 'certificates:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: Certificate },
  errors: ['CERTIFICATE_ALTERED'],
})

export const downloadProof = defineCall({
  method: 'GET',
  path: '/api/v1/certificates/:id/proof',
  summary: 'Returns the proof file of a certificate of the workspace.',
  tag: TAG,
  access: 'session',
  scope: 'certificates:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: text('text/plain') },
  errors: ['CERTIFICATE_ALTERED', 'PROOF_NOT_READY', 'RECORD_DAMAGED'],
})

export const revokeCertificate = defineCall({
  method: 'POST',
  path: '/api/v1/certificates/:id/revoke',
  summary:
    'Revokes a certificate of the workspace, and returns a signed receipt that states when the revocation will be in the record. Repeating the request returns the same certificate.',
  tag: TAG,
  access: 'member',
  scope: 'certificates:write',
  limit: WRITE_LIMIT,
  ...byId,
  body: RevokeRequest,
  bodyBytes: SINGLE_BODY_BYTES,
  handlerReadsBody: true,
  responses: { 201: RevokedCertificate },
  errors: ['CERTIFICATE_ALTERED', 'ALREADY_SUPERSEDED'],
})

export const downloadRevocationReceipt = defineCall({
  method: 'GET',
  path: '/api/v1/certificates/:id/revocation-receipt',
  summary:
    'Returns the signed receipt for the revocation of a certificate: by its deadline, an anchored state of the record contains the revocation.',
  tag: TAG,
  access: 'session',
  scope: 'certificates:read',
  limit: READ_LIMIT,
  ...byId,
  responses: { 200: text('text/plain') },
  errors: ['CERTIFICATE_NOT_REVOKED', 'RECEIPT_NOT_READY'],
})

/** The certificates of a workspace, for its members. */
export const certificateCalls = {
  certifyDocument,
  certifyMany,
  listCertificates,
  showCertificate,
  downloadProof,
  revokeCertificate,
  downloadRevocationReceipt,
}
