import { expect, test } from '@jest/globals'
import { from0x } from './bytes.ts'
import { generateKey, parseVkey, WITNESS_KEY } from './note.ts'
import {
  DEFAULT_CONFIRMATIONS,
  findRecord,
  formatPolicy,
  isKeyTrusted,
  mergePolicies,
  type PolicyJson,
  parsePolicy,
  policyFromVkey,
} from './policy.ts'

const CONTRACT = '0x79746f61278c7f727b79cbf89cd1573f3565aceb'
const OPERATOR = '0x00000000000000000000000000000000000000aa'
const NAME = 'inkproof.example/log-1'

type RecordJson = PolicyJson['records'][number]

function setup() {
  const { vkey } = generateKey(NAME)
  const record: RecordJson = {
    origin: NAME,
    logKeys: [{ key: vkey }],
    chainId: 1,
    contract: CONTRACT,
    operators: [OPERATOR],
    confirmations: 6,
  }
  const json: PolicyJson = { version: 1, records: [record] }
  return { vkey, record, json }
}

test('parses the policy file published by an installation', () => {
  const { vkey, json } = setup()
  const [record] = parsePolicy(formatPolicy(json)).records
  expect(record).toEqual({
    origin: NAME,
    keys: [{ key: parseVkey(vkey), fromSize: 0n, toSize: null }],
    chain: { chainId: 1n, contract: from0x(CONTRACT), operators: [from0x(OPERATOR)] },
    confirmations: 6,
    witnesses: null,
    url: '',
  })
})

test('parses the sizes of a key, the witnesses and the address of a record', () => {
  const { vkey, record, json } = setup()
  const witness = generateKey('w.example', WITNESS_KEY).vkey
  const text = formatPolicy({
    ...json,
    records: [
      {
        ...record,
        logKeys: [{ key: vkey, fromSize: 5, toSize: 9 }],
        witnesses: `witness w ${witness}\nquorum w\n`,
        url: 'https://record.example/log/',
      },
    ],
  })
  const [parsed] = parsePolicy(text).records
  expect(parsed?.keys[0]).toMatchObject({ fromSize: 5n, toSize: 9n })
  expect(parsed?.witnesses).toMatchObject({ quorum: 'w' })
  expect(parsed?.url).toBe('https://record.example/log')
})

test('parses the issuers of a domain', () => {
  const issuers = [
    { wallet: OPERATOR.toUpperCase().replace('0X', '0x'), from: '2026-01-01T00:00:00Z' },
  ]
  const policy = parsePolicy(JSON.stringify({ version: 1, records: [], issuers }))
  expect(policy.issuers).toEqual([
    { wallet: OPERATOR, from: new Date('2026-01-01T00:00:00Z'), until: null },
  ])
})

test('a policy from a key alone names no chain and requires the default confirmations', () => {
  const { vkey } = setup()
  const [record] = policyFromVkey(vkey).records
  expect(record).toMatchObject({ origin: NAME, confirmations: DEFAULT_CONFIRMATIONS })
  expect(record?.chain).toBeUndefined()
})

test('finds a record by its origin, and trusts its keys for their sizes only', () => {
  const { vkey, record, json } = setup()
  const other = parseVkey(generateKey(NAME).vkey)
  const key = parseVkey(vkey)
  const policy = parsePolicy(
    formatPolicy({ ...json, records: [{ ...record, logKeys: [{ key: vkey, toSize: 9 }] }] }),
  )
  const found = findRecord(policy, NAME)
  expect(found && [9n, 10n].map((size) => isKeyTrusted(found, key, size))).toEqual([true, false])
  expect(found && isKeyTrusted(found, other, 1n)).toBe(false)
  expect(findRecord(policy, 'elsewhere')).toBeUndefined()
  expect(findRecord('none', NAME)).toBeUndefined()
})

test('merges policies for different records, and equal policies for one record', () => {
  const { json } = setup()
  const one = parsePolicy(formatPolicy(json))
  const two = policyFromVkey(generateKey('other.example/log').vkey)
  expect(mergePolicies([one, two, one]).records).toHaveLength(2)
})

test('a key alone does not weaken a policy that lists it', () => {
  const { vkey, json } = setup()
  const strict = parsePolicy(formatPolicy(json))
  expect(mergePolicies([policyFromVkey(vkey), strict])).toEqual(strict)
  expect(mergePolicies([strict, policyFromVkey(vkey)])).toEqual(strict)
})

test.each<[string, (record: RecordJson) => Partial<RecordJson>]>([
  ['confirmations', () => ({ confirmations: 1 })],
  ['operators', () => ({ operators: [OPERATOR, CONTRACT] })],
  ['contract', () => ({ contract: OPERATOR })],
  ['chain', () => ({ chainId: 2 })],
  ['keys', () => ({ logKeys: [{ key: generateKey(NAME).vkey }] })],
  ['witnesses', () => ({ witnesses: 'quorum none\n' })],
])('two policies for one record with different %s disagree', (_name, change) => {
  const { record, json } = setup()
  const one = parsePolicy(formatPolicy(json))
  const two = parsePolicy(formatPolicy({ ...json, records: [{ ...record, ...change(record) }] }))
  const error = expect.objectContaining({ code: 'POLICIES_DISAGREE' })
  expect(() => mergePolicies([one, two])).toThrow(error)
  expect(() => mergePolicies([two, one])).toThrow(error)
  const both = formatPolicy({ ...json, records: [record, { ...record, ...change(record) }] })
  expect(() => parsePolicy(both)).toThrow(error)
})

test('a key that the policy for its record does not list is trusted beside the others', () => {
  const { vkey, json } = setup()
  const strict = parsePolicy(formatPolicy(json))
  const other = generateKey(NAME).vkey
  for (const policies of [
    [strict, policyFromVkey(other)],
    [policyFromVkey(other), strict],
    [policyFromVkey(other), policyFromVkey(vkey), strict],
  ]) {
    const [record] = mergePolicies(policies).records
    expect(record).toEqual({
      ...strict.records[0],
      keys: [vkey, other].map((key) => ({ key: parseVkey(key), fromSize: 0n, toSize: null })),
    })
  }
})

test('several keys alone for one record are all trusted', () => {
  const vkeys = [generateKey(NAME).vkey, generateKey(NAME).vkey]
  const [record, ...others] = mergePolicies([...vkeys, ...vkeys].map(policyFromVkey)).records
  expect(others).toEqual([])
  expect(record?.keys.map(({ key }) => key)).toEqual(vkeys.map((vkey) => parseVkey(vkey)))
})

type LogKeys = RecordJson['logKeys']

/** Merges two policies that differ in their keys only, in both orders, and returns the keys. */
function mergeKeys(older: LogKeys, newer: LogKeys) {
  const { record, json } = setup()
  const policies = [older, newer].map((logKeys) =>
    parsePolicy(formatPolicy({ ...json, records: [{ ...record, logKeys }] })),
  )
  const merged = [policies, policies.toReversed()].map(mergePolicies)
  expect(merged[0]).toEqual(merged[1])
  expect(merged[0]?.records).toEqual(policies[1]?.records)
}

const [K0, K1, K2] = [0, 1, 2].map(() => generateKey(NAME).vkey) as [string, string, string]

test.each<[string, LogKeys, LogKeys]>([
  [
    'its only key',
    [{ key: K0 }],
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 9 },
    ],
  ],
  [
    'its last key',
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 9 },
    ],
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 9, toSize: 20 },
      { key: K2, fromSize: 21 },
    ],
  ],
  [
    'its key twice',
    [{ key: K0 }],
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 9, toSize: 20 },
      { key: K2, fromSize: 20 },
    ],
  ],
])('a newer policy that has replaced %s agrees with the older one', (_name, older, newer) => {
  mergeKeys(older, newer)
})

test.each<[string, LogKeys, LogKeys]>([
  ['adds a key without limiting the old one', [{ key: K0 }], [{ key: K0 }, { key: K1 }]],
  [
    'adds a key for sizes of the old one',
    [{ key: K0 }],
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 8 },
    ],
  ],
  [
    'extends the limit of a key',
    [{ key: K0, toSize: 9 }],
    [
      { key: K0, toSize: 10 },
      { key: K1, fromSize: 10 },
    ],
  ],
  [
    'adds a key after a limit',
    [{ key: K0, toSize: 9 }],
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 9 },
    ],
  ],
  [
    'starts a key earlier',
    [{ key: K0, fromSize: 5 }],
    [
      { key: K0, toSize: 9 },
      { key: K1, fromSize: 9 },
    ],
  ],
  ['limits a key without replacing it', [{ key: K0 }], [{ key: K0, toSize: 9 }]],
  ['replaces the key by another', [{ key: K0 }], [{ key: K1 }]],
])('a policy that %s disagrees with the other', (_name, older, newer) => {
  expect(() => mergeKeys(older, newer)).toThrow(
    expect.objectContaining({ code: 'POLICIES_DISAGREE' }),
  )
})

test('a newer policy with other confirmations disagrees with the older one', () => {
  const { record, json, vkey } = setup()
  const logKeys = [
    { key: vkey, toSize: 9 },
    { key: K1, fromSize: 9 },
  ]
  const newer = { ...record, logKeys, confirmations: 1 }
  const policies = [record, newer].map((one) =>
    parsePolicy(formatPolicy({ ...json, records: [one] })),
  )
  expect(() => mergePolicies(policies)).toThrow(
    expect.objectContaining({ code: 'POLICIES_DISAGREE' }),
  )
})

test.each<[string, (record: RecordJson) => unknown]>([
  ['a missing origin', ({ origin: _, ...record }) => record],
  ['an unknown field', (record) => ({ ...record, trustMe: true })],
  ["an origin other than the key's name", (record) => ({ ...record, origin: 'elsewhere.example' })],
  ['no key', (record) => ({ ...record, logKeys: [] })],
  ['no operator', (record) => ({ ...record, operators: [] })],
  ['a chain id as text', (record) => ({ ...record, chainId: '1' })],
  ['a negative chain id', (record) => ({ ...record, chainId: -1 })],
  [
    'a fraction as size',
    (record) => ({ ...record, logKeys: [{ ...record.logKeys[0], toSize: 1.5 }] }),
  ],
  ['a short address', (record) => ({ ...record, contract: '0xaa' })],
  ['no confirmation', (record) => ({ ...record, confirmations: 0 })],
  ['missing confirmations', ({ confirmations: _, ...record }) => record],
  ['a damaged key', (record) => ({ ...record, logKeys: [{ key: `${record.logKeys[0]?.key}A` }] })],
  ['witnesses without a quorum', (record) => ({ ...record, witnesses: '# nobody\n' })],
  ['an address with credentials', (record) => ({ ...record, url: 'https://user@record.example' })],
  ['an address of another scheme', (record) => ({ ...record, url: 'file:///log' })],
  ['null', () => null],
])('refuses a policy whose record has %s', (_name, change) => {
  const { record } = setup()
  const text = JSON.stringify({ version: 1, records: [change(record)] })
  expect(() => parsePolicy(text)).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test.each([
  ['that is not JSON', '{'],
  ['that is null', 'null'],
  ['that is a number', '7'],
  ['that is a list', '[]'],
  ['without a version', '{"records":[]}'],
  ['of a later version', '{"version":2,"records":[]}'],
  ['with an unknown field', '{"version":1,"records":[],"trust":1}'],
  ['that names nothing', '{"version":1,"records":[]}'],
  [
    'with an invalid time',
    `{"version":1,"records":[],"issuers":[{"wallet":"${OPERATOR}","from":"2026"}]}`,
  ],
  ['that is too large', ' '.repeat(65_537)],
])('refuses a policy %s', (_name, text) => {
  expect(() => parsePolicy(text)).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test('refuses no policies at all, because trusting no record must be explicit', () => {
  expect(() => mergePolicies([])).toThrow(expect.objectContaining({ code: 'EMPTY_POLICY' }))
})
