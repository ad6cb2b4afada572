/** How many requests an account may start in a day, and to how many people it may send them. */
import type { AppError } from '@inkproof/service-kit/app-error'
import { createLimiter } from '@inkproof/service-kit/limit'
import { createLog } from '@inkproof/service-kit/log'
import { openRedis, type RedisDependency } from '@inkproof/service-kit/redis'
import { startTestRedis, type TestRedis } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AdmitRequest, createAdmission, createMailAdmission } from './admission.ts'

let server: TestRedis
let redis: RedisDependency
beforeAll(async () => {
  server = await startTestRedis()
  redis = openRedis(server.url, createLog('test', 'silent'))
  await redis.prepare()
})
afterAll(async () => {
  await redis.close()
  await server.remove()
})

const admission = (limits: object = {}) =>
  createAdmission({
    PUBLIC_ORIGIN: 'https://sign.example.com',
    ENVELOPES_A_DAY: 4,
    MAILED_RECIPIENTS_A_DAY: 50,
    consumeLimit: createLimiter(redis.client, 'test'),
    ...limits,
  })

const outcomeOf = (admitted: ReturnType<AdmitRequest>) =>
  admitted.then(
    () => 'admitted',
    ({ code }: AppError) => code,
  )

test('counts the people who get an e-mail, each request once', async () => {
  const admit = admission()
  const ann = { accountId: 'ann', isVerifiedPerson: true }
  expect(await outcomeOf(admit(ann, 'a', 30))).toBe('admitted')
  expect(await outcomeOf(admit(ann, 'a', 30))).toBe('admitted')
  expect(await outcomeOf(admit(ann, 'b', 21))).toBe('DAILY_ALLOWANCE_USED')
  expect(await outcomeOf(admit(ann, 'c', 20))).toBe('admitted')
  // Requests that mail nobody do not need this allowance.
  expect(await outcomeOf(admit(ann, 'd', 0))).toBe('admitted')
  expect(await outcomeOf(admit({ ...ann, accountId: 'bob' }, 'e', 50))).toBe('admitted')
})

test('counts a corrected recipient like one of a new request, each once', async () => {
  const admit = admission()
  const correct = createMailAdmission({
    MAILED_RECIPIENTS_A_DAY: 50,
    consumeLimit: createLimiter(redis.client, 'test'),
  })
  const fay = { accountId: 'fay', isVerifiedPerson: true }
  expect(await outcomeOf(admit(fay, 'f', 49))).toBe('admitted')
  expect(await outcomeOf(correct('fay', 'f.recipient-1'))).toBe('admitted')
  expect(await outcomeOf(correct('fay', 'f.recipient-1'))).toBe('admitted')
  expect(await outcomeOf(correct('fay', 'f.recipient-2'))).toBe('DAILY_ALLOWANCE_USED')
  expect(await outcomeOf(admit(fay, 'g', 1))).toBe('DAILY_ALLOWANCE_USED')
})

test('counts requests, and admits only verified people on a public origin', async () => {
  const admit = admission({ ENVELOPES_A_DAY: 1 })
  const eve = { accountId: 'eve', isVerifiedPerson: true }
  expect(await outcomeOf(admit({ ...eve, isVerifiedPerson: false }, 'a', 50))).toBe(
    'PERSON_NOT_VERIFIED',
  )
  expect(await outcomeOf(admit(eve, 'a', 1))).toBe('admitted')
  expect(await outcomeOf(admit(eve, 'b', 1))).toBe('DAILY_ALLOWANCE_USED')
})
