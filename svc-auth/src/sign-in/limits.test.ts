import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { earnToken, person, startAuth, type TestAuth } from '../testing/start.ts'
import { limitLogin } from './limits.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ captcha: 'altcha' })
})
afterAll(() => auth.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (fields: object, address?: string) =>
  auth.send('POST', '/api/auth/login', fields, undefined, address ? from(address) : {})

test('calls without a solved verification do not count against an account', async () => {
  const owner = person()
  await auth.register(owner)
  for (let call = 0; call < 25; call++)
    expect((await login({ ...owner, password: 'a guess' }, '192.0.2.10')).status).toBe(400)
  const turnstileToken = await earnToken(auth)
  expect((await login({ ...owner, turnstileToken }, '192.0.2.10')).status).toBe(200)
})

test('the owner signs in with a solved verification while others guess from many addresses', async () => {
  const owner = person()
  await auth.register(owner)
  // Counts 210 attempts from as many addresses, without hashing 210 passwords.
  const take = createLimiter(auth.redis.client, 'auth')
  for (let place = 0; place < 210; place++) await limitLogin(take, `10.9.0.${place}`, owner.email)
  // One of them continues: under attack an address has five attempts instead of twenty.
  const solved = async () => ({ ...owner, turnstileToken: await earnToken(auth) })
  const guess = async () => login({ ...(await solved()), password: 'a guess' }, '10.9.0.1')
  const answers = []
  for (let round = 0; round < 6; round++) answers.push((await guess()).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  expect((await login(await solved())).status).toBe(200)
})

test('one address is told to wait before its verifications are checked', async () => {
  const someone = person()
  const statuses = []
  for (let call = 0; call < 301; call++) statuses.push((await login(someone, '192.0.2.30')).status)
  expect([statuses[299], statuses[300]]).toEqual([400, 429])
})
