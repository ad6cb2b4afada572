import { toHex } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  appearanceHash,
  formatAppearance,
  MAX_APPEARANCE_BYTES,
  type Paint,
  type Path,
  parseAppearance,
  type Segment,
  toSvgPath,
} from './appearance-stream.ts'

const SIZE = { width: 100, height: 40 }
const BLACK = [0, 0, 0] as const
const BYTES = (text: string) => new TextEncoder().encode(text)
const TEXT = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const STROKE = 'q\n0 0 0.5 RG\n1.25 w\n1 J\n1 j\n1 2 m\n3 4 l\nS\nQ\n'
const FILL = 'q\n0 0 0 rg\n1 2 m\n3 4.05 l\n-1.5 0 7 8 9 10 c\nh\n0 0 m\n5 5 l\nf*\nQ\n'

test('formats one operation in each line', () => {
  const segments: Segment[] = [
    ['move', 1, 2],
    ['line', 3, 4.0499],
    ['curve', -1.5, -0.001, 7, 8, 9, 10],
    ['close'],
    ['move', 0, 0],
    ['line', 5, 5],
  ]
  const stream = formatAppearance([
    { segments, paint: { type: 'fill', rule: 'evenodd', colour: BLACK } },
    {
      segments: [
        ['move', 1, 2],
        ['line', 3, 4],
      ],
      paint: { type: 'stroke', width: 1.25, colour: [0, 0, 0.5] },
    },
  ])
  expect(TEXT(stream)).toBe(FILL + STROKE)
  expect(toSvgPath(segments, 40)).toBe('M1 38L3 35.95C-1.5 40 7 32 9 30ZM0 40L5 35')
  expect(toHex(appearanceHash(stream))).toBe(toHex(sha256(stream)))
})

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((number) => number / 100)
const x = hundredths(-2, 102)
const y = hundredths(-2, 42)
const drawn: fc.Arbitrary<Segment> = fc.oneof(
  fc.tuple(fc.constant('line' as const), x, y),
  fc.tuple(fc.constant('curve' as const), x, y, x, y, x, y),
)
const subpath = fc
  .tuple(x, y, fc.array(drawn, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([left, bottom, lines, isClosed]): Segment[] => [
    ['move', left, bottom],
    ...lines,
    ...(isClosed ? [['close'] as const] : []),
  ])
const colour = fc.tuple(hundredths(0, 1), hundredths(0, 1), hundredths(0, 1))
const paint: fc.Arbitrary<Paint> = fc.oneof(
  fc.record({
    type: fc.constant('fill' as const),
    rule: fc.constantFrom('nonzero' as const, 'evenodd' as const),
    colour,
  }),
  fc.record({
    type: fc.constant('stroke' as const),
    width: fc.constantFrom(0.01, 1.5, 20),
    colour,
  }),
)
const paths: fc.Arbitrary<Path[]> = fc.array(
  fc.record({
    segments: fc.array(subpath, { minLength: 1, maxLength: 3 }).map((parts) => parts.flat()),
    paint,
  }),
  { minLength: 1, maxLength: 4 },
)

test('parsing returns what was formatted', () => {
  fc.assert(
    fc.property(paths, (made) => {
      const stream = formatAppearance(made)
      expect(parseAppearance(stream, SIZE)).toEqual(made)
    }),
  )
})

test('a stream with a changed byte is refused or has another content', () => {
  const changed = fc.tuple(paths, fc.nat(), fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(changed, ([made, position, byte]) => {
      const stream = formatAppearance(made)
      stream[position % stream.length] = byte
      let parsed: Path[]
      try {
        parsed = parseAppearance(stream, SIZE)
      } catch {
        return
      }
      expect(TEXT(formatAppearance(parsed))).toBe(TEXT(stream))
    }),
    { numRuns: 2000 },
  )
})

const REFUSED: [string, string, string][] = [
  ['nothing', '', 'BAD_APPEARANCE'],
  ['text', STROKE.replace('S\n', 'BT\n/F1 12 Tf\n(x) Tj\nET\nS\n'), 'BAD_APPEARANCE'],
  ['an object', STROKE.replace('S\n', '/Im1 Do\nS\n'), 'BAD_APPEARANCE'],
  ['a clipping path', FILL.replace('f*', 'W\nn'), 'BAD_APPEARANCE'],
  ['a transformation', STROKE.replace('1 2 m', '1 0 0 1 5 5 cm\n1 2 m'), 'BAD_APPEARANCE'],
  ['an inherited name as operator', STROKE.replace('3 4 l', '3 4 toString'), 'BAD_APPEARANCE'],
  ['a rectangle', STROKE.replace('3 4 l', '1 2 3 4 re'), 'BAD_APPEARANCE'],
  ['three decimals', STROKE.replace('1 2 m', '1.005 2 m'), 'BAD_APPEARANCE'],
  ['a final zero', STROKE.replace('1.25 w', '1.20 w'), 'BAD_APPEARANCE'],
  ['an exponent', STROKE.replace('1 2 m', '1e1 2 m'), 'BAD_APPEARANCE'],
  ['a leading zero', STROKE.replace('1 2 m', '01 2 m'), 'BAD_APPEARANCE'],
  ['no leading digit', STROKE.replace('0.5 RG', '.5 RG'), 'BAD_APPEARANCE'],
  ['a plus sign', STROKE.replace('1 2 m', '+1 2 m'), 'BAD_APPEARANCE'],
  ['minus zero', FILL.replace('0 0 m', '-0 0 m'), 'BAD_APPEARANCE'],
  ['two spaces', STROKE.replace('1 2 m', '1  2 m'), 'BAD_APPEARANCE'],
  ['a space at the end', STROKE.replace('1 2 m', '1 2 m '), 'BAD_APPEARANCE'],
  ['a carriage return', STROKE.replace('1 2 m\n', '1 2 m\r\n'), 'BAD_APPEARANCE'],
  ['two operations in a line', STROKE.replace('1 2 m\n', '1 2 m '), 'BAD_APPEARANCE'],
  ['an empty line', STROKE.replace('1 2 m', '\n1 2 m'), 'BAD_APPEARANCE'],
  ['a comment', `%x\n${STROKE}`, 'BAD_APPEARANCE'],
  ['no line end', STROKE.slice(0, -1), 'BAD_APPEARANCE'],
  ['an unfinished path', STROKE.replace('Q\n', ''), 'BAD_APPEARANCE'],
  ['nested paths', `q\n${STROKE}Q\n`, 'BAD_APPEARANCE'],
  ['a path without q', STROKE.replace('q\n', ''), 'BAD_APPEARANCE'],
  ['a line before a move', STROKE.replace('1 2 m\n', ''), 'BAD_APPEARANCE'],
  ['a move without a line', STROKE.replace('3 4 l\n', ''), 'BAD_APPEARANCE'],
  ['a line after a close', STROKE.replace('3 4 l', '3 4 l\nh\n5 5 l'), 'BAD_APPEARANCE'],
  ['a missing number', STROKE.replace('1 2 m', '1 m'), 'BAD_APPEARANCE'],
  ['no colour', FILL.replace('0 0 0 rg\n', ''), 'BAD_APPEARANCE'],
  ['the colour of another operator', FILL.replace('rg', 'RG'), 'BAD_APPEARANCE'],
  ['another line cap', STROKE.replace('1 J', '2 J'), 'BAD_APPEARANCE'],
  ['another line join', STROKE.replace('1 j', '0 j'), 'BAD_APPEARANCE'],
  ['a colour above 1', STROKE.replace('0.5 RG', '1.01 RG'), 'OUT_OF_RANGE'],
  ['a colour below 0', STROKE.replace('0.5 RG', '-0.5 RG'), 'OUT_OF_RANGE'],
  ['a line without width', STROKE.replace('1.25 w', '0 w'), 'OUT_OF_RANGE'],
  ['a thick line', STROKE.replace('1.25 w', '20.01 w'), 'OUT_OF_RANGE'],
  ['a point left of the field', STROKE.replace('1 2 m', '-2.01 2 m'), 'OUT_OF_RANGE'],
  ['a point right of the field', STROKE.replace('1 2 m', '102.01 2 m'), 'OUT_OF_RANGE'],
  ['a point below the field', STROKE.replace('1 2 m', '1 -2.01 m'), 'OUT_OF_RANGE'],
  ['a point above the field', STROKE.replace('1 2 m', '1 42.01 m'), 'OUT_OF_RANGE'],
  ['a control point outside', FILL.replace('7 8 9', '7 42.01 9'), 'OUT_OF_RANGE'],
  ['a large number', STROKE.replace('1 2 m', '100000 2 m'), 'BAD_APPEARANCE'],
  [
    'a stream that is too long',
    STROKE.repeat(MAX_APPEARANCE_BYTES / STROKE.length + 1),
    'TOO_LONG',
  ],
]

test.each(REFUSED)('refuses %s', (_, stream, code) => {
  expect(() => parseAppearance(BYTES(stream), SIZE)).toThrow(expect.objectContaining({ code }))
})

test('refuses bytes that are not ASCII, and a byte order mark', () => {
  const code = 'BAD_APPEARANCE'
  for (const bytes of [[0xef, 0xbb, 0xbf], [0x80], [0]]) {
    const stream = Uint8Array.from([...bytes, ...BYTES(STROKE)])
    expect(() => parseAppearance(stream, SIZE)).toThrow(expect.objectContaining({ code }))
  }
})

const UNUSABLE: [string, Path[], string][] = [
  ['no path', [], 'BAD_APPEARANCE'],
  [
    'no segment',
    [{ segments: [], paint: { type: 'fill', rule: 'nonzero', colour: BLACK } }],
    'BAD_APPEARANCE',
  ],
  [
    'a number that is not finite',
    [
      {
        segments: [
          ['move', Number.NaN, 0],
          ['line', 1, 1],
        ],
        paint: { type: 'fill', rule: 'nonzero', colour: BLACK },
      },
    ],
    'OUT_OF_RANGE',
  ],
]

test.each(UNUSABLE)('does not format %s', (_, made, code) => {
  expect(() => formatAppearance(made)).toThrow(expect.objectContaining({ code }))
})
