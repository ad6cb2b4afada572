import { expect, test } from '@jest/globals'
import { from0x } from './bytes.ts'
import { generateKey, parseVkey } from './note.ts'
import {
  createPolicy,
  formatTxt,
  type PolicyJson,
  parsePolicy,
  policyFromTxt,
  policyFromVkey,
  trustedLogs,
} from './policy.ts'

const CONTRACT = '0x79746f61278c7f727b79cbf89cd1573f3565aceb'
const OPERATOR = '0x00000000000000000000000000000000000000aa'

function setup() {
  const { vkey } = generateKey('inkproof.example/log-1')
  const json: PolicyJson = {
    origin: 'inkproof.example/log-1',
    logKey: vkey,
    chainId: 1,
    contract: CONTRACT,
    operator: OPERATOR,
    embedded: false,
  }
  const chain = { chainId: 1n, contract: from0x(CONTRACT), operator: from0x(OPERATOR) }
  return { vkey, json, log: { key: parseVkey(vkey), chain, embedded: false } }
}

test('parses the policy file published by an installation, and a list of such policies', () => {
  const { json, log } = setup()
  expect(parsePolicy(JSON.stringify(json))).toEqual({ logs: [log] })
  expect(parsePolicy(JSON.stringify([json, json]))).toEqual({ logs: [log, log] })
})

test('a policy from a key alone names no chain', () => {
  const { vkey, log } = setup()
  expect(policyFromVkey(vkey).logs).toEqual([{ key: log.key, embedded: false }])
})

test('reads the logs a domain trusts from TXT records and ignores other records', () => {
  const { vkey, log } = setup()
  const record = formatTxt(log)
  expect(record).toBe(`inkproof-log=${vkey} chain=1 contract=${CONTRACT} operator=${OPERATOR}`)
  expect(policyFromTxt(['v=spf1 -all', record])).toEqual({ logs: [log] })
  expect(policyFromTxt([`inkproof-log=${vkey}`])).toEqual(policyFromVkey(vkey))
})

test('finds a log by key and name, not by name alone', () => {
  const { vkey, log } = setup()
  const other = generateKey('inkproof.example/log-1').vkey
  expect(trustedLogs(policyFromVkey(vkey), log.key)).toHaveLength(1)
  expect(trustedLogs(policyFromVkey(other), log.key)).toEqual([])
})

test.each<[string, (json: PolicyJson) => unknown]>([
  ['invalid JSON', () => undefined],
  ['null', () => null],
  ['a number', () => 7],
  ['an empty list', () => []],
  ['an empty object', () => ({})],
  ['an unknown field', (json) => ({ ...json, trustMe: true })],
  ['a missing field', ({ embedded: _, ...json }) => json],
  ["an origin other than the key's name", (json) => ({ ...json, origin: 'elsewhere.example' })],
  ['a chain id as text', (json) => ({ ...json, chainId: '1' })],
  ['a negative chain id', (json) => ({ ...json, chainId: -1 })],
  ['a short address', (json) => ({ ...json, contract: '0xaa' })],
  ['a damaged key', (json) => ({ ...json, logKey: `${json.logKey}A` })],
])('refuses a policy file with %s', (_name, change) => {
  const text = JSON.stringify(change(setup().json)) ?? '{'
  expect(() => parsePolicy(text)).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test.each([
  ['no records', () => []],
  ['no inkproof records', () => ['v=spf1 -all']],
  ['half a chain', (vkey: string) => [`inkproof-log=${vkey} chain=1`]],
  ['a damaged key', (vkey: string) => [`inkproof-log=${vkey}A`]],
  [
    'a chain ID that is not a number',
    (vkey: string) => [`inkproof-log=${vkey} chain=main contract=${CONTRACT} operator=${OPERATOR}`],
  ],
])('refuses the TXT records of a domain with %s', (_name, make) => {
  const records = make(setup().vkey)
  expect(() => policyFromTxt(records)).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test('refuses an empty policy, because trusting no log must be explicit', () => {
  expect(() => createPolicy([])).toThrow(expect.objectContaining({ code: 'EMPTY_POLICY' }))
})
