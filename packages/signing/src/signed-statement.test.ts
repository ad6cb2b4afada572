import { type Cbor, decodeCbor, encodeCbor } from '@inkproof/proof/cbor'
import { expect, test } from '@jest/globals'
import { makeRevealed, revealedAttachment, revealedText, sortHidden } from './hidden-value.ts'
import {
  decodeSignedStatement,
  encodeSignedStatement,
  type SignedStatement,
} from './signed-statement.ts'
import { codeOf } from './testing/code-of.ts'
import { deriveBytes } from './testing/sample-envelope.ts'

type Map = { [key: string]: Cbor }

const FILE = { fingerprint: deriveBytes('passport'), fileName: 'Paß.pdf' }

const SAMPLE: SignedStatement = {
  statement: deriveBytes('statement'),
  key: { type: 'P-256', point: new Uint8Array(64).fill(1) },
  signature: { type: 'key', signature: new Uint8Array(64).fill(2) },
  revealed: sortHidden([
    makeRevealed('value', 'term', '12'),
    makeRevealed('appearance', 'term', deriveBytes('stream')),
    makeRevealed('attachment', 'identity', FILE),
  ]),
  timeStamp: Uint8Array.of(0x30, 0),
}

const SIGNATURES: SignedStatement['signature'][] = [
  SAMPLE.signature,
  { type: 'wallet', signature: new Uint8Array(65) },
  {
    type: 'passkey',
    authenticatorData: deriveBytes('a'),
    clientDataJSON: deriveBytes('b'),
    signature: deriveBytes('c'),
  },
]

test.each(SIGNATURES)('a signature of type $type is decoded as it was encoded', (signature) => {
  const signed = { ...SAMPLE, signature }
  expect(decodeSignedStatement(encodeSignedStatement(signed))).toEqual(signed)
})

test('a time-stamp is optional', () => {
  const { timeStamp: _timeStamp, ...signed } = SAMPLE
  expect(decodeSignedStatement(encodeSignedStatement(signed))).toEqual(signed)
})

test('text and attachment are read as they were entered', () => {
  expect(revealedText(makeRevealed('value', 'term', 'Größe\n📜'))).toBe('Größe\n📜')
  expect(revealedAttachment(makeRevealed('attachment', 'identity', FILE))).toEqual(FILE)
})

test('two equal values have different hashes, because each has its own salt', () => {
  const [first, second] = [makeRevealed('value', 'term', '12'), makeRevealed('value', 'term', '12')]
  expect(first.salt).not.toEqual(second.salt)
})

const SALT = new Uint8Array(16)

const REFUSED: [string, string, (map: Map) => void][] = [
  [
    'an unknown key',
    'UNKNOWN_KEY',
    (map) => {
      map['note'] = ''
    },
  ],
  [
    'another version',
    'OUT_OF_RANGE',
    (map) => {
      map['version'] = 2n
    },
  ],
  [
    'no signature',
    'MISSING_KEY',
    (map) => {
      delete map['signature']
    },
  ],
  [
    'a signature of an unknown type',
    'UNKNOWN_SIGNATURE_TYPE',
    (map) => {
      map['signature'] = ['link', SALT]
    },
  ],
  [
    'a signature that is not a list',
    'WRONG_TYPE',
    (map) => {
      map['signature'] = SALT
    },
  ],
  [
    'a signature of 65 bytes by a key',
    'WRONG_TYPE',
    (map) => {
      map['signature'] = ['key', new Uint8Array(65)]
    },
  ],
  [
    'client data of more than 4 KiB',
    'TOO_LONG',
    (map) => {
      map['signature'] = ['passkey', SALT, new Uint8Array(4097), SALT]
    },
  ],
  [
    'a time-stamp of more than 16 KiB',
    'TOO_LONG',
    (map) => {
      map['timeStamp'] = new Uint8Array(16_385)
    },
  ],
  [
    'revealed values that are not sorted',
    'NOT_SORTED',
    (map) => {
      map['revealed'] = (map['revealed'] as Cbor[]).toReversed()
    },
  ],
  [
    'a salt of 15 bytes',
    'WRONG_TYPE',
    (map) => {
      map['revealed'] = [['term', 1n, new Uint8Array(15), SALT]]
    },
  ],
  [
    'a value that is not a text',
    'NOT_TEXT',
    (map) => {
      map['revealed'] = [['term', 1n, SALT, Uint8Array.of(0xff)]]
    },
  ],
  [
    'a value of 10,001 characters',
    'TOO_LONG',
    (map) => {
      map['revealed'] = [['term', 1n, SALT, new Uint8Array(10_001).fill(97)]]
    },
  ],
  [
    'an appearance of 31 bytes',
    'WRONG_TYPE',
    (map) => {
      map['revealed'] = [['term', 3n, SALT, new Uint8Array(31)]]
    },
  ],
  [
    'an attachment without a fingerprint',
    'WRONG_TYPE',
    (map) => {
      map['revealed'] = [['term', 2n, SALT, SALT]]
    },
  ],
  [
    'an attachment with too long a name',
    'TOO_LONG',
    (map) => {
      map['revealed'] = [['term', 2n, SALT, new Uint8Array(32 + 256).fill(97)]]
    },
  ],
]

test.each(REFUSED)('refuses %s: %s', (_name, code, change) => {
  const map = decodeCbor(encodeSignedStatement(SAMPLE)) as Map
  change(map)
  expect(codeOf(() => decodeSignedStatement(encodeCbor(map)))).toBe(code)
})
