import type { DigitalId, PdfSignature } from '../report.ts'

/** A digital ID with these values; the others are those of a sample. */
export function digitalIdWith(values: Partial<DigitalId> = {}): DigitalId {
  return {
    name: 'Jane Roe',
    organization: null,
    email: 'jane@example.test',
    issuer: 'Example Authority',
    validFrom: '2026-11-25T10:00:00.000Z',
    validUntil: '2026-11-26T10:00:00.000Z',
    serialNumber: '4a01',
    fingerprint: 'ab'.repeat(32),
    statement: null,
    ...values,
  }
}

/** An intact signature of Jane Roe, whose issuer is not known, with these values instead. */
export function signatureWith(values: Partial<PdfSignature> = {}): PdfSignature {
  return {
    field: 'signer1',
    kind: 'signature',
    integrity: { status: 'intact' },
    signer: digitalIdWith(),
    chain: {
      status: 'unknown-authority',
      digitalIds: [digitalIdWith()],
      revocation: 'not-revoked',
    },
    claimedAt: '2026-11-25T12:00:00.000Z',
    timeStamp: {
      time: '2026-11-25T12:00:01.000Z',
      authority: digitalIdWith({ name: 'Example Time-stamps', email: null }),
      isValid: true,
      chain: 'unknown-authority',
    },
    docMdp: null,
    locks: null,
    changesAfter: [],
    reason: null,
    location: null,
    ...values,
  }
}
