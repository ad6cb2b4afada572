import { expect, test } from '@jest/globals'
import type { TrustedIssuer } from './policy.ts'
import { buildCompleteProof } from './testing/complete-proof.ts'
import { BLOCK_TIME } from './testing/sample-log.ts'
import { formatInEnglish, outcomes } from './testing/verification-setup.ts'
import { verify } from './verify.ts'

const DAY_MS = 86_400_000

async function setup() {
  const { input, address } = await buildCompleteProof()
  const blockTime = Number(BLOCK_TIME) * 1000
  const issuer: TrustedIssuer = {
    wallet: address,
    from: new Date(blockTime - DAY_MS),
    until: null,
  }
  const verifyWith = (expected: Partial<TrustedIssuer>, domain = 'school.example') =>
    verify({
      ...input,
      expectedIssuer: { domain, issuers: [{ ...issuer, ...expected }] },
    })
  return { input, address, blockTime, verifyWith }
}

test('confirms the wallet that signed, without asking the domain that the proof names', async () => {
  const { input, address } = await setup()
  const result = await verify(input)
  expect(result.steps.find((step) => step.id === 'issuer')).toMatchObject({
    outcome: 'passed',
    values: { wallet: address, 'calls itself': 'A school' },
  })
  expect(outcomes(result)['domain']).toBe('not checked DOMAIN_NOT_CHECKED')
  expect(formatInEnglish(result).verdict.context).toContain(
    'Certified by “A school” (name not verified).',
  )
})

test('names the domain if it is the expected one and lists the wallet for the time of the block', async () => {
  const { verifyWith } = await setup()
  const result = await verifyWith({})
  expect(outcomes(result)['domain']).toBe('passed OK')
  expect(formatInEnglish(result).verdict.context).toContain('Certified by school.example.')
  expect(result.exitCode).toBe(0)
})

test.each([
  ['another domain', {}, 'other.example', 'DOMAIN_DIFFERS'],
  [
    'a domain that lists another wallet',
    { wallet: `0x${'1'.repeat(40)}` },
    undefined,
    'ISSUER_NOT_LISTED',
  ],
  [
    'a listing that began after the block',
    { from: new Date('2099-01-01') },
    undefined,
    'ISSUER_NOT_LISTED',
  ],
  [
    'a listing that ended before the block',
    { until: new Date('2020-01-01') },
    undefined,
    'ISSUER_NOT_LISTED',
  ],
])('refuses %s', async (_name, change, domain, reason) => {
  const { verifyWith } = await setup()
  const result = await verifyWith(change, domain)
  expect(outcomes(result)['domain']).toBe(`failed ${reason}`)
  expect(result.exitCode).toBe(1)
})
