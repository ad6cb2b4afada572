/** What a hostile service could send instead of an envelope. */
import { toHex } from '@inkproof/proof/bytes'
import { type Cbor, decodeCbor, encodeCbor } from '@inkproof/proof/cbor'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { envelopeDigest } from './envelope.ts'
import { decodeEnvelope, encodeEnvelope } from './envelope-codec.ts'
import { codeOf } from './testing/code-of.ts'
import { sampleEnvelope } from './testing/sample-envelope.ts'

type Map = { [key: string]: Cbor }

/** Encodes the sample after changing its CBOR, which a hostile service could send. */
function encodeChanged(change: (map: Map) => void): Uint8Array {
  const map = decodeCbor(encodeEnvelope(sampleEnvelope())) as Map
  change(map)
  return encodeCbor(map)
}

const first = (map: Map, key: string) => (map[key] as Map[])[0] as Map

/** What the CBOR of a hostile envelope contains, the code, and the change. */
const HOSTILE: [string, string, (map: Map) => void][] = [
  [
    'an unknown key',
    'UNKNOWN_KEY',
    (map) => {
      map['sender'] = 'Jane'
    },
  ],
  [
    'an unknown key of a recipient',
    'UNKNOWN_KEY',
    (map) => {
      first(map, 'recipients')['phone'] = '1'
    },
  ],
  [
    'an unknown key of a field',
    'UNKNOWN_KEY',
    (map) => {
      first(map, 'fields')['color'] = 'red'
    },
  ],
  [
    'no title',
    'MISSING_KEY',
    (map) => {
      delete map['title']
    },
  ],
  [
    'the version 0',
    'OUT_OF_RANGE',
    (map) => {
      map['version'] = 0n
    },
  ],
  [
    'a later version, whatever else it has,',
    'UNKNOWN_VERSION',
    (map) => {
      map['version'] = 3n
      map['sender'] = 'Jane'
    },
  ],
  [
    'a higher version than its fields need',
    'WRONG_VERSION',
    (map) => {
      const field = (map['fields'] as Map[]).find(({ type }) => type === 'attachment') as Map
      field['type'] = 'text'
    },
  ],
  [
    'a lower version than its fields need',
    'WRONG_VERSION',
    (map) => {
      map['version'] = 1n
    },
  ],
  [
    'a rule that is not known',
    'UNKNOWN_KEY',
    (map) => {
      first(map, 'fields')['validation'] = { pattern: '.*' }
    },
  ],
  [
    'a format that is not known',
    'WRONG_TYPE',
    (map) => {
      first(map, 'fields')['validation'] = { format: 'iban' }
    },
  ],
  [
    'seven decimal places',
    'OUT_OF_RANGE',
    (map) => {
      first(map, 'fields')['validation'] = { decimals: 7n }
    },
  ],
  [
    'a day that does not exist as a limit',
    'BAD_TEXT',
    (map) => {
      first(map, 'fields')['validation'] = { earliest: '2026-02-30' }
    },
  ],
  [
    'a number as title',
    'WRONG_TYPE',
    (map) => {
      map['title'] = 1n
    },
  ],
  [
    'a map as list of recipients',
    'WRONG_TYPE',
    (map) => {
      map['recipients'] = {}
    },
  ],
  [
    'an unknown role',
    'WRONG_TYPE',
    (map) => {
      first(map, 'recipients')['role'] = 'notary'
    },
  ],
  [
    'an unknown type of field',
    'WRONG_TYPE',
    (map) => {
      first(map, 'fields')['type'] = 'seal'
    },
  ],
  [
    'a rectangle of three numbers',
    'WRONG_TYPE',
    (map) => {
      first(map, 'fields')['rect'] = [1n, 1n, 1n]
    },
  ],
  [
    'a rectangle without width',
    'OUT_OF_RANGE',
    (map) => {
      first(map, 'fields')['rect'] = [1n, 1n, 0n, 1n]
    },
  ],
  [
    '2 for a flag',
    'OUT_OF_RANGE',
    (map) => {
      first(map, 'fields')['required'] = 2n
    },
  ],
  [
    'a fingerprint of 31 bytes',
    'WRONG_TYPE',
    (map) => {
      first(map, 'documents')['fingerprint'] = new Uint8Array(31)
    },
  ],
  [
    'a document without pages',
    'OUT_OF_RANGE',
    (map) => {
      first(map, 'documents')['pages'] = 0n
    },
  ],
  [
    'a title of 201 characters',
    'TOO_LONG',
    (map) => {
      map['title'] = 'a'.repeat(201)
    },
  ],
  [
    'an empty title',
    'BAD_TEXT',
    (map) => {
      map['title'] = ''
    },
  ],
  [
    'a title that runs backwards',
    'BAD_TEXT',
    (map) => {
      map['title'] = 'a\u202Eb'
    },
  ],
  [
    'a name of two lines',
    'BAD_TEXT',
    (map) => {
      first(map, 'recipients')['name'] = 'Jane\nRoe'
    },
  ],
  [
    'a name in another normalization form',
    'BAD_TEXT',
    (map) => {
      first(map, 'recipients')['name'] = 'Rene\u0301'
    },
  ],
  [
    'an address that is not in lower case',
    'BAD_TEXT',
    (map) => {
      first(map, 'recipients')['email'] = 'Jane@example.com'
    },
  ],
  [
    'an address without a domain',
    'BAD_TEXT',
    (map) => {
      first(map, 'recipients')['email'] = 'jane'
    },
  ],
  [
    'a file as site',
    'BAD_TEXT',
    (map) => {
      map['site'] = { origin: 'file:///page', rpId: 'example.com' }
    },
  ],
  [
    '101 recipients',
    'TOO_LONG',
    (map) => {
      map['recipients'] = Array.from({ length: 101 }, () => first(map, 'recipients'))
    },
  ],
  [
    '21 documents',
    'TOO_LONG',
    (map) => {
      map['documents'] = Array.from({ length: 21 }, () => first(map, 'documents'))
    },
  ],
  [
    '2,001 fields',
    'TOO_LONG',
    (map) => {
      map['fields'] = Array.from({ length: 2001 }, () => first(map, 'fields'))
    },
  ],
  [
    'a time after the year 9999',
    'OUT_OF_RANGE',
    (map) => {
      map['expiresAt'] = 253_402_300_800n
    },
  ],
  [
    'a grace of more than 30 days',
    'OUT_OF_RANGE',
    (map) => {
      map['anchorGraceSeconds'] = 2_592_001n
    },
  ],
  ...(
    [
      ['an empty label', 'BAD_TEXT', ''],
      ['a label of two lines', 'BAD_TEXT', 'Delivery\ndate'],
      ['a label that runs backwards', 'BAD_TEXT', 'Delivery\u202Edate'],
      ['a label of 101 characters', 'TOO_LONG', 'a'.repeat(101)],
      ['a number as label', 'WRONG_TYPE', 1n],
    ] as const
  ).map(([name, code, label]): (typeof HOSTILE)[number] => [
    name,
    code,
    (map) => {
      first(map, 'fields')['label'] = label
    },
  ]),
  [
    'a label in version 1',
    'WRONG_VERSION',
    (map) => {
      map['version'] = 1n
      map['fields'] = [{ ...first(map, 'fields'), label: 'Term' }]
    },
  ],
  [
    'an empty default',
    'BAD_TEXT',
    (map) => {
      first(map, 'fields')['default'] = ''
    },
  ],
]

test.each(HOSTILE)('refuses %s: %s', (_name, code, change) => {
  expect(codeOf(() => decodeEnvelope(encodeChanged(change)))).toBe(code)
})

test('refuses bytes after the envelope, and an envelope of more than 2 MiB', () => {
  const bytes = encodeEnvelope(sampleEnvelope())
  expect(codeOf(() => decodeEnvelope(new Uint8Array([...bytes, 0])))).toBe('BAD_CBOR')
  expect(codeOf(() => decodeEnvelope(new Uint8Array(2 * 1024 * 1024 + 1)))).toBe('TOO_LONG')
})

test('refuses a time that is not a whole number of seconds', () => {
  const expiresAt = new Date('2026-12-24T12:00:00.500Z')
  expect(codeOf(() => encodeEnvelope(sampleEnvelope({ expiresAt })))).toBe('OUT_OF_RANGE')
})

test('any changed byte of an envelope is refused or gives another digest, and never throws another error', () => {
  const bytes = encodeEnvelope(sampleEnvelope())
  const digest = toHex(envelopeDigest(bytes))
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, mask) => {
      const changed = bytes.with(index, (bytes[index] as number) ^ mask)
      const code = codeOf(() => decodeEnvelope(changed))
      expect(toHex(envelopeDigest(changed))).not.toBe(digest)
      if (code === 'accepted') expect(encodeEnvelope(decodeEnvelope(changed))).toEqual(changed)
    }),
  )
})

/** Any value that CBOR of proofs can contain. */
const anyCbor = fc.letrec<{ value: Cbor }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.string(),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('a part replaced by any other value is refused, or accepted with one encoding', () => {
  const keys = Object.keys(decodeCbor(encodeEnvelope(sampleEnvelope())) as Map)
  fc.assert(
    fc.property(fc.constantFrom(...keys), anyCbor, (key, value) => {
      const bytes = encodeChanged((map) => {
        map[key] = value
      })
      if (codeOf(() => decodeEnvelope(bytes)) !== 'accepted') return
      expect(encodeEnvelope(decodeEnvelope(bytes))).toEqual(bytes)
    }),
  )
})
