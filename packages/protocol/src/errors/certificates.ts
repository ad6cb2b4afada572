import type { ErrorRow } from './row.ts'

/** Errors of certificates and the public record. */
export const CERTIFICATE_ERRORS = {
  CERTIFICATE_NOT_FOUND: {
    status: 404,
    title: 'This certificate does not exist.',
    fix: 'Check the link, or verify the file together with its proof file.',
  },
  CERTIFICATE_ID_TAKEN: {
    status: 409,
    title: 'This ID is already used for another certificate.',
    fix: 'Start the certification again to get a new ID.',
  },
  ALREADY_SUPERSEDED: {
    status: 409,
    title: 'This certificate was already revoked or superseded.',
    fix: 'Open the certificate to see its current status.',
  },
  CERTIFICATE_NOT_REVOKED: {
    status: 409,
    title: 'This certificate was not revoked.',
    fix: 'Revoke it first. The receipt is available afterwards.',
  },
  RECEIPT_NOT_READY: {
    status: 409,
    title: 'The receipt for this revocation is not signed yet.',
    fix: 'Try again in a minute. If the record has stopped, the receipt is signed when it runs again.',
  },
  PROOF_NOT_READY: {
    status: 409,
    title: 'This entry is not yet covered by a signed state of the record.',
    fix: 'Try again in a second.',
  },
  CERTIFICATE_ALTERED: {
    status: 409,
    title:
      'The stored data of this certificate was changed and no longer matches the public record.',
    fix: 'Do not rely on it; verify the file with its proof file and tell the operator.',
  },
  CHAIN_METHOD_REFUSED: {
    status: 403,
    title: 'This node only accepts read calls about the public record.',
    fix: 'Request a block or a receipt, or call the contract of the record. For anything else, use your own node.',
  },
  PERSON_NOT_VERIFIED: {
    status: 403,
    title: 'Verify this account before creating certificates.',
    fix: 'Confirm your e-mail address or complete the verification on the Certify page, then try again.',
  },
  NETWORK_ALLOWANCE_USED: {
    status: 429,
    title: 'This exceeds the number of certificates that can be added from your network today.',
    fix: 'Send fewer certificates, or wait until the limit resets. Operators can raise it.',
  },
  DAILY_ALLOWANCE_USED: {
    status: 429,
    title:
      'This exceeds the number of certificates, signing requests or recipients that this account can add today.',
    fix: 'Send fewer, or wait until the limit resets.',
  },
  RECORD_DAMAGED: {
    status: 503,
    title: 'The files of the public record do not match its signed state.',
    fix: 'Tell the operator; the certificate itself is not lost.',
  },
} as const satisfies Record<string, ErrorRow>
