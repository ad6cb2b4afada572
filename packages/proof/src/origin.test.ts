import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { fromHex } from './bytes.ts'
import { computeOrigin, isComputedOrigin } from './origin.ts'

const CONTRACT = fromHex('79746f61278c7f727b79cbf89cd1573f3565aceb')
const OPERATOR = fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266')
const INPUT = { chainId: 11_155_111n, contract: CONTRACT, operator: OPERATOR }

test('hashes the context, the chain ID as eight bytes, the contract and the operator', () => {
  const hex =
    `${Buffer.from('inkproof/origin/v1\0').toString('hex')}0000000000aa36a7` +
    '79746f61278c7f727b79cbf89cd1573f3565acebf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const digest = createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
  expect(computeOrigin(INPUT)).toBe(`inkproof/${digest}`)
})

test.each([
  ['chain', { ...INPUT, chainId: 1n }],
  ['contract', { ...INPUT, contract: OPERATOR }],
  ['operator', { ...INPUT, operator: CONTRACT }],
])('is different for another %s', (_name, other) => {
  expect(computeOrigin(other)).not.toBe(computeOrigin(INPUT))
})

test('rejects an address that is not 20 bytes long', () => {
  const input = { ...INPUT, operator: OPERATOR.slice(1) }
  expect(() => computeOrigin(input)).toThrow('An address must be 20 bytes long.')
})

test('recognizes computed origins', () => {
  expect(isComputedOrigin(computeOrigin(INPUT))).toBe(true)
  expect(isComputedOrigin('inkproof/0123456789abcdef')).toBe(false)
  expect(isComputedOrigin(`${computeOrigin(INPUT)}0`)).toBe(false)
})
