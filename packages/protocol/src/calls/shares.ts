/** The calls of svc-documents that show certificates to anyone: by a share link, or by the file itself. */
import * as z from 'zod/mini'
import { type CallLimit, defineCall, text } from '../call.ts'
import { LookupAnswer, LookupRequest, SharedCertificate, ShareLink } from '../certificates.ts'

const TAG = 'Shared certificates'

const SHARES = {
  name: 'shares',
  max: 300,
  windowSeconds: 60,
  whenRedisFails: 'open',
  by: 'address',
} as const satisfies CallLimit

/** What cannot be a link is answered like a link that leads nowhere. */
const linked = {
  params: z.strictObject({ shareLink: ShareLink }),
  unknownParams: 'CERTIFICATE_NOT_FOUND',
} as const

export const showShared = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink',
  summary: 'Returns the certificate that a share link leads to.',
  tag: TAG,
  access: 'anyone',
  limit: SHARES,
  ...linked,
  answers: { 200: SharedCertificate },
  errors: ['CERTIFICATE_ALTERED'],
})

export const downloadSharedProof = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink/proof',
  summary: 'Returns the proof file of the certificate that a share link leads to.',
  tag: TAG,
  access: 'anyone',
  limit: SHARES,
  ...linked,
  answers: { 200: text('text/plain') },
  errors: ['CERTIFICATE_ALTERED', 'PROOF_NOT_READY', 'RECORD_DAMAGED'],
})

export const lookUpFingerprint = defineCall({
  method: 'POST',
  path: '/api/v1/lookup',
  summary: 'Finds the certificates of a file that can be found by the file, oldest first.',
  tag: TAG,
  access: 'anyone',
  // It answers a guess about a file, so it is asked less often.
  limit: { ...SHARES, name: 'lookup', max: 120 },
  body: LookupRequest,
  answers: { 200: LookupAnswer },
  errors: ['CERTIFICATE_ALTERED'],
})

/** Certificates as anyone sees them. */
export const shareCalls = { showShared, downloadSharedProof, lookUpFingerprint }
