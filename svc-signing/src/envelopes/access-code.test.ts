import type { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import { hashAccessCode, isAccessCode } from './access-code.ts'

test('refuses to hash more codes at once than wait for a short time', async () => {
  const row = await hashAccessCode('Blue Bird')
  const outcomes = await Promise.all(
    Array.from({ length: 110 }, () =>
      isAccessCode(row, 'blue bird').catch(({ code }: AppError) => code),
    ),
  )
  const count = (outcome: string | boolean) => outcomes.filter((item) => item === outcome).length
  expect([count(true), count('UNAVAILABLE')]).toEqual([102, 8])
  expect(await isAccessCode(row, 'red bird')).toBe(false)
})
