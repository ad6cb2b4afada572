/** The calls of svc-documents that show certificates to anyone with a share link or the file itself. */
import * as z from 'zod/mini'
import { bytes, type CallLimit, defineCall, text } from '../call.ts'
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

export const showSharedBeginning = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink/beginning',
  summary:
    'Returns the title and the note of a shared certificate as HTML, for what is shown before scripts run.',
  tag: TAG,
  access: 'anyone',
  limit: READ_LIMIT,
  ...byLink,
  responses: { 200: text('text/html') },
  errors: ['CERTIFICATE_ALTERED'],
})

export const showSharedHead = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink/head',
  summary:
    'Returns the title of a shared certificate’s page and the tags of its link preview as HTML, for its head.',
  tag: TAG,
  access: 'anyone',
  limit: READ_LIMIT,
  ...byLink,
  responses: { 200: text('text/html') },
  errors: ['CERTIFICATE_ALTERED'],
})

export const showSharedPreview = defineCall({
  method: 'GET',
  path: '/api/v1/shares/:shareLink/preview.png',
  summary:
    'Returns the image of a share link’s preview, 1200 x 630 pixels: the figure of the fingerprint.',
  tag: TAG,
  access: 'anyone',
  // Stricter, because an image takes more work. Messengers fetch the images of many users from a few addresses.
  limit: { ...READ_LIMIT, name: 'previews', max: 120 },
  ...byLink,
  responses: { 200: bytes('image/png') },
  errors: ['CERTIFICATE_ALTERED'],
  // The image never changes. Only messengers and users who have the link request it.
  cache: 'public, max-age=86400',
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
  worksWhenFull: true,
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
export const shareCalls = {
  showShared,
  showSharedBeginning,
  showSharedHead,
  showSharedPreview,
  downloadSharedProof,
  lookUpFingerprint,
}
