/** The calls of svc-documents that show certificates to anyone with a share link or the file itself. */
import * as z from 'zod/mini'
import { type CallLimit, defineCall, text } from '../call.ts'
import { LookupRequest, LookupResponse, SharedCertificate, ShareLink } from '../certificates.ts'

const TAG = 'Shared certificates'

const READ_LIMIT = {
  name: 'shares',
  max: 300,
  windowSeconds: 60,
  whenRedisFails: 'open',
  by: 'ip',
} as const satisfies CallLimit

/** A malformed link gets the same response as a link that does not exist. */
const byLink = {
  params: z.strictObject({ shareLink: ShareLink }),
  unknownParams: 'CERTIFICATE_NOT_FOUND',
} as const

export const showShared = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink',
  summary: 'Returns the certificate of a share link.',
  tag: TAG,
  access: 'anyone',
  limit: READ_LIMIT,
  ...byLink,
  responses: { 200: SharedCertificate },
  errors: ['CERTIFICATE_ALTERED'],
})

export const downloadSharedProof = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink/proof',
  summary: 'Returns the proof file of the certificate of a share link.',
  tag: TAG,
  access: 'anyone',
  limit: READ_LIMIT,
  ...byLink,
  responses: { 200: text('text/plain') },
  errors: ['CERTIFICATE_ALTERED', 'PROOF_NOT_READY', 'RECORD_DAMAGED'],
})

export const lookUpFingerprint = defineCall({
  method: 'POST',
  path: '/api/v1/lookup',
  summary:
    'Finds the certificates of a file, oldest first, if their owners allow finding them by file.',
  tag: TAG,
  access: 'anyone',
  // Stricter, because it can confirm guesses about a file.
  limit: { ...READ_LIMIT, name: 'lookup', max: 120 },
  body: LookupRequest,
  responses: { 200: LookupResponse },
  errors: ['CERTIFICATE_ALTERED'],
})

/** Certificates as anyone can see them. */
export const shareCalls = { showShared, downloadSharedProof, lookUpFingerprint }
