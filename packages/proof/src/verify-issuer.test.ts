import { expect, test } from '@jest/globals'
import { buildCompleteProof } from './testing/complete-proof.ts'
import { outcomes } from './testing/verification-setup.ts'
import { verify } from './verify.ts'

test('confirms the signing wallet, and its domain only if the DNS records were provided', async () => {
  const { input, address } = await buildCompleteProof()
  const result = await verify(input)
  const issuer = result.steps.find((step) => step.id === 'issuer')
  expect(issuer).toMatchObject({
    outcome: 'passed',
    values: { wallet: address, 'calls itself': 'A school' },
  })
  expect(outcomes(result)['domain']).toBe('not checked DOMAIN_NOT_LOOKED_UP')
  const records = ['v=spf1 -all', `inkproof-issuer=${address}`]
  expect(outcomes(await verify({ ...input, issuerRecords: records }))['domain']).toBe('passed OK')
  const unlisted = await verify({ ...input, issuerRecords: [] })
  expect(outcomes(unlisted)['domain']).toBe('failed WALLET_NOT_LISTED')
  expect(unlisted.exitCode).toBe(1)
})
