import { expect, test } from '@jest/globals'
import { hashPassword, isLongEnough, isPassword } from './password.ts'

test('a password matches only its own hash, and never a missing account', async () => {
  const passwordHash = await hashPassword('correct horse')
  expect(await isPassword(passwordHash, 'correct horse')).toBe(true)
  expect(await isPassword(passwordHash, 'correct house')).toBe(false)
  expect(await isPassword(undefined, 'correct horse')).toBe(false)
})

test('the minimum length counts code points, not UTF-16 units', () => {
  expect(isLongEnough('🦊🦊🦊🦊')).toBe(false)
  expect(isLongEnough('🦊🦊🦊🦊🦊🦊🦊🦊')).toBe(true)
})

test('rejects password checks beyond the queue limit instead of queueing them', async () => {
  const checks = await Promise.allSettled(
    Array.from({ length: 50 }, () => isPassword(undefined, 'x')),
  )
  const refused = checks.filter((check) => check.status === 'rejected')
  expect(refused).toHaveLength(18)
  expect(refused[0]?.reason).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await isPassword(undefined, 'x')).toBe(false)
})
