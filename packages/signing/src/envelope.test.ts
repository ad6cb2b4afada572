import { toHex } from '@inkproof/proof/bytes'
import { type Cbor, decodeCbor } from '@inkproof/proof/cbor'
import { expect, test } from '@jest/globals'
import { type Envelope, envelopeDigest } from './envelope.ts'
import { decodeEnvelope, encodeEnvelope } from './envelope-codec.ts'
import type { Field } from './field.ts'
import {
  deriveBytes,
  sampleEnvelope,
  sampleField,
  sampleRecipient,
} from './testing/sample-envelope.ts'
import type { Validation } from './validation.ts'

type Map = { [key: string]: Cbor }

test('an envelope decodes to what was encoded, and encodes to the same bytes again', () => {
  const envelope = sampleEnvelope()
  const bytes = encodeEnvelope(envelope)
  expect(decodeEnvelope(bytes)).toEqual(envelope)
  expect(encodeEnvelope(decodeEnvelope(bytes))).toEqual(bytes)
})

const versionOf = (fields: Envelope['fields']) =>
  (decodeCbor(encodeEnvelope(sampleEnvelope({ fields }))) as Map)['version']

test.each<[Field['type'], Validation]>([
  ['text', { format: 'email' }],
  ['number', { decimals: 0 }],
  ['date', { earliest: '2026-12-01' }],
  ['date', { latest: 'signing-day' }],
  ['stamp', {}],
  ['attachment', {}],
])('the envelope has the version 2 if a %s has the rule %j', (type, validation) => {
  const fields = [sampleField('x', 'jane'), sampleField('y', 'jane', { type, validation })]
  const envelope = sampleEnvelope({ fields })
  expect(versionOf(fields)).toBe(2n)
  expect(decodeEnvelope(encodeEnvelope(envelope))).toEqual(envelope)
})

test('an envelope without labels has the bytes that it had before fields had labels', () => {
  expect(toHex(envelopeDigest(encodeEnvelope(sampleEnvelope())))).toBe(
    '886bd73f43e6d4595e4ddec148d4ea403999c8152f21ad7d7b0f76c5c95d1f29',
  )
})

test('an envelope with a label has the version 2', () => {
  const labeled = sampleField('y', 'jane', { label: 'Copy of your passport (José)' })
  const envelope = sampleEnvelope({ fields: [sampleField('x', 'jane'), labeled] })
  expect(versionOf(envelope.fields)).toBe(2n)
  expect(decodeEnvelope(encodeEnvelope(envelope))).toEqual(envelope)
})

test('an envelope with all rules of the first version keeps that version', () => {
  const rules = { minLength: 1, maxLength: 9 }
  expect(versionOf([sampleField('x', 'jane', { validation: rules })])).toBe(1n)
  const others = sampleEnvelope().fields.filter(({ type }) => type !== 'attachment')
  expect(versionOf(others)).toBe(1n)
})

test('every part of an envelope changes its digest', () => {
  const original = sampleEnvelope()
  const changes: Partial<Envelope>[] = [
    { id: 'another-public-id' },
    { title: 'Lease' },
    { workspace: 'Doe Workshops' },
    { site: { origin: 'https://example.com', rpId: 'example.com' } },
    { recipients: [...original.recipients, sampleRecipient('zoe')] },
    { documents: original.documents.map((document) => ({ ...document, pages: 13 })) },
    { fields: original.fields.slice(1) },
    { consents: [{ language: 'de', version: '1', fingerprint: deriveBytes('consent') }] },
    { messageHash: deriveBytes('message') },
    { expiresAt: new Date('2026-12-24T12:00:01Z') },
    { anchorGraceSeconds: 0 },
  ]
  expect(changes.flatMap(Object.keys).toSorted()).toEqual(Object.keys(original).toSorted())
  const digests = [{}, ...changes].map((change) =>
    toHex(envelopeDigest(encodeEnvelope(sampleEnvelope(change)))),
  )
  expect(new Set(digests).size).toBe(changes.length + 1)
})
