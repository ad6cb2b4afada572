import { from0x } from '@inkproof/proof/bytes'
import { computeOrigin } from '@inkproof/proof/origin'
import { expect, test } from '@jest/globals'
import { requireOrigin } from './require-origin.ts'

const target = {
  chainId: 31_337,
  contract: `0x${'aa'.repeat(20)}`,
  operator: `0x${'bb'.repeat(20)}`,
}
const origin = computeOrigin({
  chainId: BigInt(target.chainId),
  contract: from0x(target.contract),
  operator: from0x(target.operator),
})

test('accepts the chain, contract and operator that the origin commits to', () => {
  expect(() => requireOrigin(origin, target)).not.toThrow()
})

test.each([
  ['chain', { ...target, chainId: 1 }],
  ['contract', { ...target, contract: target.operator }],
  ['operator', { ...target, operator: target.contract }],
])('refuses another %s and names the settings', (_name, other) => {
  expect(() => requireOrigin(origin, other)).toThrow(
    /created for another chain, contract or account than CHAIN_ID \d+, LOG_ANCHOR 0x\w+ and the account 0x\w+/,
  )
})

test('accepts origins of earlier releases with any chain', () => {
  expect(() => requireOrigin('inkproof/0123456789abcdef', target)).not.toThrow()
})
