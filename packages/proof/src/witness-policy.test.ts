import { expect, test } from '@jest/globals'
import { concat, toBase64, toHex, utf8 } from './bytes.ts'
import { formatVkey, generateKey, parseVkey, verifierKey, WITNESS_KEY } from './note.ts'
import { sha256 } from './sha256.ts'
import { formatWitnessPolicy, parseWitnessPolicy } from './witness-policy.ts'

const LOG = generateKey('inkproof.example/log').vkey
const [X1, X2, X3, Y1, Y2] = ['x1', 'x2', 'x3', 'y1', 'y2'].map(
  (name) => generateKey(`${name}.example/w`, WITNESS_KEY).vkey,
) as [string, string, string, string, string]

/** The example of the specification, with keys. */
const EXAMPLE = `log ${LOG}

# Two organizations.
witness X1 ${X1}
witness X2 ${X2}
witness X3 ${X3}
group X-witnesses 2 X1 X2 X3

witness Y1 ${Y1} https://y1.example/
\twitness  Y2\t${Y2}
group Y-witnesses any Y1 Y2

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

test('parses the example of the specification', () => {
  const policy = parseWitnessPolicy(EXAMPLE)
  expect(policy.logs.map(({ key }) => formatVkey(key))).toEqual([LOG])
  expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
    ['X1', undefined],
    ['X2', undefined],
    ['X3', undefined],
    ['Y1', 'https://y1.example/'],
    ['Y2', undefined],
  ])
  expect(policy.groups).toEqual([
    { name: 'X-witnesses', threshold: 2, members: ['X1', 'X2', 'X3'] },
    { name: 'Y-witnesses', threshold: 1, members: ['Y1', 'Y2'] },
    { name: 'X-and-Y', threshold: 2, members: ['X-witnesses', 'Y-witnesses'] },
  ])
  expect(policy.quorum).toBe('X-and-Y')
})

test.each([EXAMPLE, 'quorum none\n', `witness w ${X1}\nquorum w`])(
  'parses its own format again to the same policy',
  (text) => {
    const policy = parseWitnessPolicy(text)
    expect(parseWitnessPolicy(formatWitnessPolicy(policy))).toEqual(policy)
  },
)

test('writes all and any as words', () => {
  expect(formatWitnessPolicy(parseWitnessPolicy(EXAMPLE)).split('\n').slice(6, 9)).toEqual([
    'group X-witnesses 2 X1 X2 X3',
    'group Y-witnesses any Y1 Y2',
    'group X-and-Y all X-witnesses Y-witnesses',
  ])
})

test('accepts 32 logs, 32 witnesses and 32 groups', () => {
  const lines = Array.from({ length: 32 }, (_, i) => [
    `log ${generateKey(`log${i}`).vkey}`,
    `witness w${i} ${generateKey(`w${i}`, WITNESS_KEY).vkey}`,
    `group g${i} all w${i}`,
  ])
  expect(parseWitnessPolicy(`${lines.flat().join('\n')}\nquorum g31\n`).groups).toHaveLength(32)
})

test('accepts names in any script, and a witness with an ML-DSA-44 key', () => {
  const publicKey = new Uint8Array(1312).fill(7)
  const body = concat(Uint8Array.of(6), publicKey)
  const id = sha256(concat(utf8('pq.example\n'), body)).slice(0, 4)
  const vkey = `pq.example+${toHex(id)}+${toBase64(body)}`
  const policy = parseWitnessPolicy(`witness Świadek ${vkey}\nquorum Świadek\n`)
  expect(policy.witnesses).toEqual([
    { name: 'Świadek', type: 6, key: { name: 'pq.example', id, publicKey } },
  ])
  expect(formatWitnessPolicy(policy)).toContain(vkey)
})

/** The key of X1 under another name. */
const X1_RENAMED = formatVkey(
  verifierKey('other.example', parseVkey(X1, WITNESS_KEY).publicKey, WITNESS_KEY),
  WITNESS_KEY,
)
const TWO = `witness a ${X1}\nwitness b ${X2}\n`

test.each([
  ['no quorum', TWO, 'The witness policy has no quorum line.'],
  ['two quorums', `${TWO}quorum a\nquorum b`, 'Line 4 .* is a second quorum line'],
  ['a quorum of two names', `${TWO}quorum a b`, 'Line 3 .* form “quorum name”'],
  ['an undefined quorum', `${TWO}quorum c`, 'Line 3 .* “c”, which no earlier line defines'],
  ['an undefined member', `${TWO}group g any c\nquorum g`, 'Line 3 .* “c”, which no earlier'],
  ['none as a member', `${TWO}group g any none\nquorum g`, 'Line 3 .* “none”, which no earlier'],
  ['a group in itself', `${TWO}group g any g\nquorum g`, 'Line 3 .* “g”, which no earlier'],
  ['a witness called none', `witness none ${X1}\nquorum none`, 'Line 1 .* already taken'],
  ['a group with a witness’s name', `${TWO}group a any b\nquorum a`, 'Line 3 .* already taken'],
  ['a repeated name', `witness a ${X1}\nwitness a ${X2}\nquorum a`, 'Line 2 .* already taken'],
  ['a repeated member', `${TWO}group g 2 a a\nquorum g`, 'Line 3 .* “a” as a group member for the'],
  [
    'a member of two groups',
    `${TWO}group g any a\ngroup h all a b\nquorum h`,
    'Line 4 .* “a” as a group member for the second time',
  ],
  ['a threshold of 0', `${TWO}group g 0 a b\nquorum g`, 'Line 3 .* a number between 1 and'],
  ['a threshold above the members', `${TWO}group g 3 a b\nquorum g`, 'Line 3 .* a number between'],
  [
    'a threshold that is no number',
    `${TWO}group g some a b\nquorum g`,
    'Line 3 .* a number between',
  ],
  ['an empty group', `${TWO}group g all\nquorum g`, 'Line 3 .* a number between'],
  ['a repeated witness', `witness a ${X1}\nwitness b ${X1}\nquorum a`, 'Line 2 .* repeats the key'],
  [
    'a witness under two names',
    `witness a ${X1}\nwitness b ${X1_RENAMED}\nquorum a`,
    'Line 2 .* repeats the key',
  ],
  ['a repeated log', `log ${LOG}\nlog ${LOG}\nquorum none`, 'Line 2 .* repeats the key'],
  ['a log’s key as a witness', `witness a ${LOG}\nquorum a`, 'Line 1 .* key of type 4'],
  ['a witness’s key as a log', `log ${X1}\nquorum none`, 'Line 1 .* key of type 1'],
  ['a damaged key', `witness a x${X1}\nquorum a`, 'Line 1 .* does not match its name'],
  ['a witness without a key', 'witness a\nquorum none', 'Line 1 .* form “witness name key'],
  ['a log with too many words', `log ${LOG} u v\nquorum none`, 'Line 1 .* form “log key'],
  ['an unknown keyword', 'Quorum none', 'Line 1 .* must start with log'],
  ['a carriage return', 'quorum none\r\n', 'Line 1 .* control character'],
  ['too many characters', `quorum none\n${'#'.repeat(65_536)}`, 'too long'],
])('refuses a policy with %s', (_name, text, sentence) => {
  expect(() => parseWitnessPolicy(text)).toThrow(
    expect.objectContaining({
      name: 'ProofError',
      code: 'BAD_POLICY',
      message: expect.stringMatching(sentence),
    }),
  )
})
