/** The calls of svc-documents about the certificates of a workspace. */
import * as z from 'zod/mini'
import { type CallLimit, defineCall, text } from '../call.ts'
import {
  BulkAnswer,
  BulkRequest,
  Certificate,
  CertificateId,
  CertificateList,
  CertificatesQuery,
  CertifyRequest,
  RevokeRequest,
} from '../certificates.ts'

const TAG = 'Certificates'

/** A certificate with sixteen long claims fits. */
const ONE_BYTES = 256 * 1024
/** A thousand certificates with notes fit. */
const MANY_BYTES = 4 * 1024 * 1024

const WRITES = {
  name: 'certify',
  max: 600,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

const READS = {
  name: 'read',
  max: 3_000,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

/** An id that cannot be one is answered like one that leads nowhere. */
const named = {
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
  limit: WRITES,
  body: CertifyRequest,
  bodyBytes: ONE_BYTES,
  answers: { 201: Certificate },
  errors: ['CERTIFICATE_ID_TAKEN', 'DAILY_ALLOWANCE_USED', 'CERTIFICATE_ALTERED'],
  idempotent: true,
})

export const certifyMany = defineCall({
  method: 'POST',
  path: '/api/v1/certificates/bulk',
  summary: 'Certifies up to a thousand documents, all of them or none.',
  tag: TAG,
  access: 'member',
  scope: 'certificates:write',
  limit: WRITES,
  body: BulkRequest,
  bodyBytes: MANY_BYTES,
  answers: { 201: BulkAnswer },
  errors: ['CERTIFICATE_ID_TAKEN', 'DAILY_ALLOWANCE_USED'],
  idempotent: true,
})

export const listCertificates = defineCall({
  method: 'GET',
  path: '/api/v1/certificates',
  summary:
    'Lists the certificates of the workspace, newest first, or the one that a share link leads to.',
  tag: TAG,
  access: 'session',
  scope: 'certificates:read',
  limit: READS,
  query: CertificatesQuery,
  answers: { 200: CertificateList },
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
  limit: READS,
  ...named,
  answers: { 200: Certificate },
  errors: ['CERTIFICATE_ALTERED'],
})

export const downloadProof = defineCall({
  method: 'GET',
  path: '/api/v1/certificates/:id/proof',
  summary: 'Returns the proof file of a certificate of the workspace.',
  tag: TAG,
  access: 'session',
  scope: 'certificates:read',
  limit: READS,
  ...named,
  answers: { 200: text('text/plain') },
  errors: ['CERTIFICATE_ALTERED', 'PROOF_NOT_READY', 'RECORD_DAMAGED'],
})

export const revokeCertificate = defineCall({
  method: 'POST',
  path: '/api/v1/certificates/:id/revoke',
  summary:
    'Revokes a certificate of the workspace. Repeating the request returns the same certificate.',
  tag: TAG,
  access: 'member',
  scope: 'certificates:write',
  limit: WRITES,
  ...named,
  body: RevokeRequest,
  bodyBytes: ONE_BYTES,
  lateBody: true,
  answers: { 201: Certificate },
  errors: ['CERTIFICATE_ALTERED', 'ALREADY_SUPERSEDED'],
})

/** Certificates as their workspace works with them. */
export const certificateCalls = {
  certifyDocument,
  certifyMany,
  listCertificates,
  showCertificate,
  downloadProof,
  revokeCertificate,
}
