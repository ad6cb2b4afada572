import { createHash } from 'node:crypto'
import { toHex, utf8 } from '@inkproof/proof/bytes'
import { type Cbor, decodeCbor, encodeCbor } from '@inkproof/proof/cbor'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  decodeStatement,
  encodeStatement,
  type Statement,
  statementDigest,
  toPageRanges,
} from './statement.ts'
import { codeOf } from './testing/code-of.ts'
import { deriveBytes } from './testing/sample-envelope.ts'

type Map = { [key: string]: Cbor }

const HASH = deriveBytes('hash')

const SAMPLE: Statement = {
  origin: 'inkproof.example/log-1',
  chainId: 1,
  firstEntry: deriveBytes('first entry'),
  envelope: deriveBytes('envelope'),
  documents: [deriveBytes('lease'), deriveBytes('inventory')],
  recipient: 'jane',
  key: deriveBytes('key'),
  boundBy: deriveBytes('bound'),
  act: 'sign',
  values: [
    { field: 'term', kind: 'value', hash: HASH },
    { field: 'term', kind: 'appearance', hash: HASH },
  ],
  seen: [{ field: 'deposit', kind: 'value', hash: HASH }],
  consent: { fingerprint: deriveBytes('consent'), language: 'en', version: '2026-11' },
  renderer: { name: 'pdf.js', version: '4.10.38' },
  viewed: [
    [
      [1, 3],
      [5, 12],
    ],
    [],
  ],
  time: new Date('2026-11-20T09:30:15Z'),
}

function encodeChanged(change: (map: Map) => void): Uint8Array {
  const map = decodeCbor(encodeStatement(SAMPLE)) as Map
  change(map)
  return encodeCbor(map)
}

test('a statement decodes to what was encoded', () => {
  expect(decodeStatement(encodeStatement(SAMPLE))).toEqual(SAMPLE)
})

test('the digest is SHA-256 of the context and the encoding', () => {
  const bytes = encodeStatement(SAMPLE)
  const expected = createHash('sha256')
    .update('inkproof/statement/v1\0')
    .update(bytes)
    .digest('hex')
  expect(toHex(statementDigest(bytes))).toBe(expected)
})

test('every part of a statement changes its digest', () => {
  const changes: Partial<Statement>[] = [
    { origin: 'other.example' },
    { chainId: 5 },
    { firstEntry: HASH },
    { envelope: HASH },
    { documents: [] },
    { recipient: 'mary' },
    { key: HASH },
    { boundBy: HASH },
    { act: 'approve' },
    { values: [] },
    { seen: [] },
    { consent: { ...SAMPLE.consent, version: '2026-12' } },
    { renderer: { name: 'pdf.js', version: '5' } },
    { viewed: [] },
    { time: new Date('2026-11-20T09:30:16Z') },
  ]
  expect(changes.flatMap(Object.keys).toSorted()).toEqual(Object.keys(SAMPLE).toSorted())
  const digests = [{}, ...changes].map((change) =>
    toHex(statementDigest(encodeStatement({ ...SAMPLE, ...change }))),
  )
  expect(new Set(digests).size).toBe(changes.length + 1)
})

const REFUSED: [string, string, (map: Map) => void][] = [
  [
    'an unknown key',
    'UNKNOWN_KEY',
    (map) => {
      map['note'] = ''
    },
  ],
  [
    'no key',
    'MISSING_KEY',
    (map) => {
      delete map['key']
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
    'an unknown act',
    'WRONG_TYPE',
    (map) => {
      map['act'] = 'witness'
    },
  ],
  [
    'a digest of 31 bytes',
    'WRONG_TYPE',
    (map) => {
      map['envelope'] = HASH.slice(1)
    },
  ],
  [
    'an origin of two lines',
    'BAD_TEXT',
    (map) => {
      map['origin'] = 'a\nb'
    },
  ],
  [
    'a renderer whose name runs backwards',
    'BAD_TEXT',
    (map) => {
      map['renderer'] = { name: '\u202Ea', version: '1' }
    },
  ],
  [
    'chain 0',
    'OUT_OF_RANGE',
    (map) => {
      map['chainId'] = 0n
    },
  ],
  [
    'values that are not sorted',
    'NOT_SORTED',
    (map) => {
      map['values'] = (map['values'] as Cbor[]).toReversed()
    },
  ],
  [
    'a value twice',
    'NOT_SORTED',
    (map) => {
      map['values'] = (map['values'] as Cbor[]).flatMap((item) => [item, item])
    },
  ],
  [
    'an unknown kind of value',
    'OUT_OF_RANGE',
    (map) => {
      map['values'] = [['term', 5n, HASH]]
    },
  ],
  [
    'a reason to sign',
    'REASON_NOT_ALLOWED',
    (map) => {
      map['values'] = [['', 4n, HASH]]
    },
  ],
  [
    'a reason of a field',
    'BAD_TEXT',
    (map) => {
      map['values'] = [['term', 4n, HASH]]
    },
  ],
  [
    'a value without a field',
    'BAD_TEXT',
    (map) => {
      map['values'] = [['', 1n, HASH]]
    },
  ],
  [
    'a seen reason',
    'REASON_NOT_ALLOWED',
    (map) => {
      map['seen'] = [['', 4n, HASH]]
    },
  ],
  [
    'a decline with values',
    'REASON_NOT_ALLOWED',
    (map) => {
      map['act'] = 'decline'
    },
  ],
  [
    'ranges of pages that overlap',
    'BAD_VIEWED',
    (map) => {
      map['viewed'] = [
        [
          [1n, 3n],
          [3n, 4n],
        ],
      ]
    },
  ],
  [
    'ranges of pages without a gap',
    'BAD_VIEWED',
    (map) => {
      map['viewed'] = [
        [
          [1n, 3n],
          [4n, 5n],
        ],
      ]
    },
  ],
  [
    'a range that ends before it begins',
    'BAD_VIEWED',
    (map) => {
      map['viewed'] = [[[3n, 2n]]]
    },
  ],
  [
    'page 0',
    'OUT_OF_RANGE',
    (map) => {
      map['viewed'] = [[[0n, 2n]]]
    },
  ],
]

test.each(REFUSED)('refuses %s: %s', (_name, code, change) => {
  expect(codeOf(() => decodeStatement(encodeChanged(change)))).toBe(code)
})

test('a decline may have a reason and nothing else', () => {
  const values = [{ field: '', kind: 'reason' as const, hash: HASH }]
  expect(codeOf(() => encodeStatement({ ...SAMPLE, act: 'decline', values }))).toBe('accepted')
  expect(codeOf(() => encodeStatement({ ...SAMPLE, act: 'decline', values: [] }))).toBe('accepted')
})

test('refuses a statement of more than 1 MiB', () => {
  expect(codeOf(() => decodeStatement(new Uint8Array(1024 * 1024 + 1)))).toBe('TOO_LONG')
})

test('page numbers in any order become the shortest list of ranges', () => {
  expect(toPageRanges([5, 1, 2, 2, 3, 7, 6])).toEqual([
    [1, 3],
    [5, 7],
  ])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (pages) => {
      const statement = { ...SAMPLE, viewed: [toPageRanges(pages)] }
      const [ranges = []] = decodeStatement(encodeStatement(statement)).viewed
      const listed = ranges.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, i) => first + i),
      )
      expect(listed).toEqual([...new Set(pages)].toSorted((a, b) => a - b))
    }),
  )
})

test('any bytes are refused with a code, or have this one encoding', () => {
  const valid = encodeStatement(SAMPLE)
  const near = fc
    .tuple(fc.nat(valid.length - 1), fc.nat(255))
    .map(([i, byte]) => valid.with(i, byte))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), near), (bytes) => {
      if (codeOf(() => decodeStatement(bytes)) !== 'accepted') return
      expect(encodeStatement(decodeStatement(bytes))).toEqual(bytes)
    }),
  )
  expect(codeOf(() => decodeStatement(utf8('statement')))).toBe('BAD_CBOR')
})
