import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, solveVerification, startAuth, type TestAuth } from '../testing/start.ts'
import { consumeLoginLimit } from './limits.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ captcha: 'altcha' })
})
afterAll(() => auth.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (fields: object, address?: string) =>
  auth.send('POST', '/api/auth/login', fields, undefined, address ? from(address) : {})

test('sign-ins without a solved verification do not count towards the limit of the account', async () => {
  const owner = person()
  await auth.register(owner)
  for (let call = 0; call < 25; call++)
    expect((await login({ ...owner, password: 'a guess' }, '192.0.2.10')).status).toBe(400)
  const turnstileToken = await solveVerification(auth)
  expect((await login({ ...owner, turnstileToken }, '192.0.2.10')).status).toBe(200)
})

test('the owner can sign in while others guess passwords from many IP addresses', async () => {
  const owner = person()
  await auth.register(owner)
  // Counts 210 attempts from 210 IP addresses without hashing 210 passwords.
  const consumeLimit = createLimiter(auth.redis.client, 'auth')
  for (let i = 0; i < 210; i++) await consumeLoginLimit(consumeLimit, `10.9.0.${i}`, owner.email)
  // Under attack, each IP address has five attempts instead of twenty.
  const solved = async () => ({ ...owner, turnstileToken: await solveVerification(auth) })
  const guess = async () => login({ ...(await solved()), password: 'a guess' }, '10.9.0.1')
  const statuses = []
  for (let round = 0; round < 6; round++) statuses.push((await guess()).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await login(await solved())).status).toBe(200)
})

test('the limit per IP address applies before the verification is checked', async () => {
  const credentials = person()
  const statuses = []
  for (let call = 0; call < 301; call++)
    statuses.push((await login(credentials, '192.0.2.30')).status)
  expect([statuses[299], statuses[300]]).toEqual([400, 429])
})
