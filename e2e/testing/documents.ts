/** For each call of svc-documents, a valid and an invalid input. */
import { certificateCalls } from '@inkproof/protocol/calls/certificates'
import { anchorCalls, chainCalls, headsCalls } from '@inkproof/protocol/calls/log'
import { documentDescriptions } from '@inkproof/protocol/calls/openapi'
import { shareCalls } from '@inkproof/protocol/calls/shares'
import { createCertifyRequest, createRevocationOpening } from './certify.ts'
import { samplesOf, withoutInput } from './sample.ts'

const UNKNOWN_ID = 'A'.repeat(22)

/** Samples for the calls of svc-documents. */
export const DOCUMENT_SAMPLES = [
  samplesOf(certificateCalls, {
    certifyDocument: {
      valid: () => ({ body: createCertifyRequest() }),
      invalid: () => ({ body: { ...createCertifyRequest(), id: 'x' } }),
      code: 'INVALID_INPUT',
    },
    certifyMany: {
      valid: () => ({ body: { certificates: [createCertifyRequest()] } }),
      invalid: () => ({ body: { certificates: [] } }),
      code: 'INVALID_INPUT',
    },
    listCertificates: {
      valid: () => ({ query: {} }),
      invalid: () => ({ query: { cursor: 'x' } }),
      code: 'INVALID_INPUT',
    },
    showCertificate: {
      valid: ({ certificate: { id } }) => ({ params: { id } }),
      invalid: () => ({ params: { id: UNKNOWN_ID } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    downloadProof: {
      valid: ({ certificate: { id } }) => ({ params: { id } }),
      invalid: () => ({ params: { id: 'x' } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    revokeCertificate: {
      valid: ({ certificate }) => ({
        params: { id: certificate.id },
        body: { opening: createRevocationOpening(certificate) },
      }),
      invalid: ({ certificate }) => ({ params: { id: certificate.id }, body: {} }),
      code: 'INVALID_INPUT',
    },
    downloadRevocationReceipt: {
      valid: ({ certificate: { id } }) => ({ params: { id } }),
      invalid: () => ({ params: { id: UNKNOWN_ID } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
  }),
  samplesOf(shareCalls, {
    showShared: {
      valid: ({ certificate: { shareLink } }) => ({ params: { shareLink } }),
      invalid: () => ({ params: { shareLink: UNKNOWN_ID } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    showSharedBeginning: {
      valid: ({ certificate: { shareLink } }) => ({ params: { shareLink } }),
      invalid: () => ({ params: { shareLink: UNKNOWN_ID } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    showSharedHead: {
      valid: ({ certificate: { shareLink } }) => ({ params: { shareLink } }),
      invalid: () => ({ params: { shareLink: UNKNOWN_ID } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    showSharedPreview: {
      valid: ({ certificate: { shareLink } }) => ({ params: { shareLink } }),
      invalid: () => ({ params: { shareLink: UNKNOWN_ID } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    downloadSharedProof: {
      valid: ({ certificate: { shareLink } }) => ({ params: { shareLink } }),
      invalid: () => ({ params: { shareLink: 'x' } }),
      code: 'CERTIFICATE_NOT_FOUND',
    },
    lookUpFingerprint: {
      valid: ({ certificate: { fingerprint } }) => ({ body: { fingerprint } }),
      invalid: () => ({ body: { fingerprint: 'x' } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(headsCalls, { showHeads: withoutInput, followHeads: withoutInput }),
  samplesOf(anchorCalls, {
    showFirstAnchor: {
      valid: () => ({ query: { covering: '0' } }),
      invalid: () => ({ query: { covering: 'x' } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(chainCalls, {
    askChain: {
      valid: () => ({ body: { jsonrpc: '2.0' as const, id: 1, method: 'eth_chainId' } }),
      invalid: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction' } }),
      code: 'CHAIN_METHOD_REFUSED',
    },
  }),
  samplesOf(documentDescriptions, { describeDocumentCalls: withoutInput }),
]
