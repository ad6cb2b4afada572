/** Test fixtures: an envelope with every kind of recipient, and bytes that are the same in each run. */
import { utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type { Envelope, Recipient } from '../envelope.ts'
import type { Field } from '../field.ts'

/** Returns reproducible bytes: the first `length` bytes of the SHA-256 of a text. */
export const deriveBytes = (text: string, length = 32) => sha256(utf8(text)).slice(0, length)

const PARTS = { required: true, readOnly: false, validation: {}, conditions: [] }

/** Creates a field of the first document. */
export function sampleField(id: string, recipient: string, change: Partial<Field> = {}): Field {
  const rect: Field['rect'] = [7200, 7200, 14_400, 3600]
  return { id, document: 0, page: 1, rect, type: 'text', recipient, ...PARTS, ...change }
}

/** Creates a recipient whose name begins like the ID. */
export function sampleRecipient(id: string, change: Partial<Recipient> = {}): Recipient {
  return {
    id,
    role: 'signer',
    name: `${id[0]?.toUpperCase()}${id.slice(1)} Roe`,
    email: `${id}@example.com`,
    order: 1,
    language: 'en',
    knownKeys: [],
    ...change,
  }
}

/**
 * Returns an envelope that Jane signs first, then Richard and Mary in any order, and Ann approves last; Otto may look at
 * the documents. `change` replaces parts of it.
 */
export function sampleEnvelope(change: Partial<Envelope> = {}): Envelope {
  return {
    id: 'q3Zt8mYw0kR5vB2c',
    title: 'Lease of the workshop',
    workspace: 'Roe Workshops',
    site: { origin: 'https://sign.example.com', rpId: 'example.com' },
    recipients: [
      sampleRecipient('jane'),
      sampleRecipient('richard', { order: 2 }),
      sampleRecipient('mary', { order: 2 }),
      sampleRecipient('ann', { role: 'approver', order: 3 }),
      sampleRecipient('otto', { role: 'viewer', order: 3 }),
    ],
    documents: [
      { fingerprint: deriveBytes('lease'), name: 'Lease.pdf', pages: 12 },
      { fingerprint: deriveBytes('inventory'), name: 'Inventory.pdf', pages: 2 },
    ],
    fields: [
      sampleField('term', 'jane', { type: 'number', validation: { minimum: 1, maximum: 60 } }),
      sampleField('jane-signature', 'jane', { type: 'signature', page: 12 }),
      sampleField('pets', 'jane', { type: 'checkbox', required: false }),
      sampleField('kind-of-pet', 'jane', {
        conditions: [{ field: 'pets', is: 'equals', value: '1' }],
      }),
      sampleField('monthly', 'jane', { type: 'radio', group: 'rent' }),
      sampleField('yearly', 'jane', { type: 'radio', group: 'rent' }),
      sampleField('identity', 'jane', { type: 'attachment', required: false }),
      sampleField('place', 'jane', { readOnly: true, required: false, default: 'Springfield' }),
      sampleField('richard-signature', 'richard', { type: 'signature', page: 12 }),
      sampleField('mary-signature', 'mary', { type: 'signature', document: 1, page: 2 }),
      sampleField('comment', 'ann', { required: false, validation: { maxLength: 200 } }),
    ],
    consents: [{ language: 'en', version: '2026-11', fingerprint: deriveBytes('consent') }],
    messageHash: sha256(utf8('Please sign until Friday.')),
    expiresAt: new Date('2026-12-24T12:00:00Z'),
    anchorGraceSeconds: 3600,
    ...change,
  }
}
