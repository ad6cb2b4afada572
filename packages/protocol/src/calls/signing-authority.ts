/** The calls of svc-signing about the authority that issues its digital IDs. Validators of PDF files request its CRLs. */
import { bytes, type CallDefinition, type CallLimit, defineCall } from '../call.ts'

const READ_LIMIT = {
  name: 'signing-authority',
  max: 600,
  windowSeconds: 60,
  whenRedisFails: 'open',
  by: 'ip',
} as const satisfies CallLimit

const common = {
  method: 'GET',
  tag: 'Signing authority',
  access: 'anyone',
  limit: READ_LIMIT,
  etag: true,
} as const satisfies Partial<CallDefinition>

export const showRootCrl = defineCall({
  ...common,
  path: '/api/v1/signing-authority/root.crl',
  summary: 'Returns the CRL of the root certificate, in DER.',
  cache: 'public, max-age=3600',
  responses: { 200: bytes('application/pkix-crl') },
})

export const showIssuingCrl = defineCall({
  ...common,
  path: '/api/v1/signing-authority/issuing.crl',
  summary: 'Returns the CRL of the certificate that issues digital IDs, in DER.',
  cache: 'public, max-age=300',
  responses: { 200: bytes('application/pkix-crl') },
})

export const showRootCertificate = defineCall({
  ...common,
  path: '/api/v1/signing-authority/root.cer',
  summary: 'Returns the root certificate of all digital IDs, in DER.',
  cache: 'public, max-age=3600',
  responses: { 200: bytes('application/pkix-cert') },
})

/** What validators of signed documents need. */
export const signingAuthorityCalls = { showRootCrl, showIssuingCrl, showRootCertificate }
