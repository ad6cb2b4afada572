import { expect, test } from '@jest/globals'
import { hashPassword, isLongEnough, verifyPassword } from './password.ts'

test('a password matches only its own hash, and never a missing account', async () => {
  const passwordHash = await hashPassword('correct horse')
  expect(await verifyPassword(passwordHash, 'correct horse')).toBe(true)
  expect(await verifyPassword(passwordHash, 'correct house')).toBe(false)
  expect(await verifyPassword(undefined, 'correct horse')).toBe(false)
})

test('the minimum length counts code points, not UTF-16 units', () => {
  expect(isLongEnough('🦊🦊🦊🦊')).toBe(false)
  expect(isLongEnough('🦊🦊🦊🦊🦊🦊🦊🦊')).toBe(true)
})

test('rejects password checks beyond the queue limit instead of queueing them', async () => {
  const checks = await Promise.allSettled(
    Array.from({ length: 50 }, () => verifyPassword(undefined, 'x')),
  )
  const refused = checks.filter((check) => check.status === 'rejected')
  expect(refused).toHaveLength(18)
  expect(refused[0]?.reason).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await verifyPassword(undefined, 'x')).toBe(false)
})
