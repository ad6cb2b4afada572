import { expect, test } from '@jest/globals'
import { completeProof } from './testing/complete-proof.ts'
import { outcomes } from './testing/verifiable.ts'
import { verify } from './verify.ts'

test('names the signing wallet, and the domain only if its records were given', async () => {
  const { input, address } = await completeProof()
  const found = await verify(input)
  const issuer = found.steps.find((step) => step.id === 'issuer')
  expect(issuer).toMatchObject({
    outcome: 'passed',
    values: { wallet: address, 'calls itself': 'A school' },
  })
  expect(outcomes(found)['domain']).toBe('not checked DOMAIN_NOT_LOOKED_UP')
  const records = ['v=spf1 -all', `inkproof-issuer=${address}`]
  expect(outcomes(await verify({ ...input, issuerRecords: records }))['domain']).toBe('passed OK')
  const unlisted = await verify({ ...input, issuerRecords: [] })
  expect(outcomes(unlisted)['domain']).toBe('failed WALLET_NOT_LISTED')
  expect(unlisted.exitCode).toBe(1)
})
