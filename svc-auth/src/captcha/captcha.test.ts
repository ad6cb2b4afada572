import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VERIFICATION_PLACEHOLDER } from '@inkproof/protocol/auth'
import { Captcha } from '@inkproof/protocol/captcha'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '../config.ts'
import { person, solveVerification, startAuth, type TestAuth } from '../testing/start.ts'
import { newBrowserHeaders } from '../testing/wallets.ts'
import { createAltchaVerifier } from './altcha.ts'

let auth: TestAuth
const credentials = person()
beforeAll(async () => {
  auth = await startAuth({ captcha: 'altcha' })
  await auth.register({ ...credentials, turnstileToken: VERIFICATION_PLACEHOLDER })
})
afterAll(() => auth.stop())

const login = (turnstileToken?: string, fields: object = credentials) =>
  auth.send('POST', '/api/auth/login', { ...fields, turnstileToken })

const REFUSED = [
  400,
  'The security verification is missing, expired, already used or from another browser. Run the verification again, then retry.',
]

test('the response with the challenge must not be cached', async () => {
  const response = await auth.send('GET', '/api/auth/captcha')
  expect(Captcha.parse(response.body()).kind).toBe('altcha')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a solved challenge allows the sign-in', async () => {
  expect((await login(await solveVerification(auth))).status).toBe(200)
})

test('a solution is accepted only once, even by twenty concurrent sign-ins', async () => {
  const token = await solveVerification(auth)
  const responses = await Promise.all(Array.from({ length: 20 }, () => login(token)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const again = await login(token)
  expect([again.status, again.text]).toEqual(REFUSED)
})

test('a solution counts only in the browser that asked for it', async () => {
  const turnstileToken = await solveVerification(auth)
  const send = (headers?: object) =>
    auth.send('POST', '/api/auth/login', { ...credentials, turnstileToken }, undefined, headers)
  for (const headers of [newBrowserHeaders(), { cookie: '' }]) {
    const refused = await send(headers)
    expect([refused.status, refused.text]).toEqual(REFUSED)
  }
  expect((await send()).status).toBe(200)
})

test('a failed sign-in also uses up its solution', async () => {
  const token = await solveVerification(auth)
  expect((await login(token, { ...credentials, password: 'wrong password' })).status).toBe(401)
  expect((await login(token)).status).toBe(400)
})

test.each<[string, (good: string) => string | undefined]>([
  ['no token', () => undefined],
  ['the placeholder', () => VERIFICATION_PLACEHOLDER],
  ['a malformed token', () => Buffer.from('{"challenge":1}').toString('base64')],
  [
    'a wrong counter and key',
    (good) => tamper(good, { solution: { counter: 1, derivedKey: '00'.repeat(32) } }),
  ],
  ['an easier challenge', (good) => tamper(good, { challenge: { parameters: { cost: 1 } } })],
  [
    'a later expiry',
    (good) => tamper(good, { challenge: { parameters: { expiresAt: 4_000_000_000 } } }),
  ],
  ['another signature', (good) => tamper(good, { challenge: { signature: '00'.repeat(32) } })],
])('a sign-in is refused with %s', async (_what, modify) => {
  const response = await login(modify(await solveVerification(auth)))
  expect([response.status, response.text]).toEqual(REFUSED)
})

test('an expired challenge is refused', async () => {
  const secret = 'a test secret of at least 32 characters'
  const expired = createAltchaVerifier({
    secret,
    now: () => new Date(Date.now() - 301_000),
    consumeOnce: async () => true,
  })
  const send = async () => ({
    body: async () => undefined,
    status: 0,
    text: '',
    headers: new Headers(),
  })
  const headers = newBrowserHeaders()
  const [, cookie = ''] = headers['cookie']?.split('=') ?? []
  const browserId = createHash('sha256').update(cookie).digest('base64url')
  const challenge = await expired.getBrowserConfig(browserId)
  const turnstileToken = await solveVerification({
    send: async () => ({ ...(await send()), body: () => challenge }),
  })
  const body = { ...credentials, turnstileToken }
  expect((await auth.send('POST', '/api/auth/login', body, undefined, headers)).status).toBe(400)
})

test('by default only sign-in and forgotten passwords require verification', async () => {
  const { calls } = Captcha.parse((await auth.send('GET', '/api/auth/captcha')).body())
  expect(calls).toEqual(['login', 'forgot-password'])
})

test('registration accepts any token, or none, when it requires no verification', async () => {
  for (const turnstileToken of [VERIFICATION_PLACEHOLDER, 'anything', undefined])
    expect((await auth.register({ turnstileToken })).status).toBe(201)
})

test('no call requires verification when it is turned off', async () => {
  const open = await startAuth({ captcha: 'off' })
  const captcha = (await open.send('GET', '/api/auth/captcha')).body()
  expect(captcha).toEqual({ kind: 'off', calls: [] })
  const fields = person()
  await open.register(fields)
  expect((await open.send('POST', '/api/auth/login', fields)).status).toBe(200)
  await open.stop()
})

test('registration accepts only a solved challenge when it requires verification', async () => {
  const strict = await startAuth({ captcha: 'altcha', env: { CAPTCHA_FOR: 'all' } })
  const { calls } = (await strict.send('GET', '/api/auth/captcha')).body()
  expect(calls).toEqual(['login', 'register', 'wallet', 'forgot-password'])
  for (const turnstileToken of [VERIFICATION_PLACEHOLDER, undefined]) {
    const refused = await strict.register({ turnstileToken })
    expect([refused.status, refused.text]).toEqual(REFUSED)
  }
  expect((await strict.register({ turnstileToken: await solveVerification(strict) })).status).toBe(
    201,
  )
  await strict.stop()
})

test('a provider can replace ALTCHA, and of its keys only the site key is public', async () => {
  const { origin, stop } = await startCaptchaProvider()
  const env = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'hidden', CAPTCHA_VERIFY_URL: origin }
  const withProvider = await startAuth({ env: { CAPTCHA: 'turnstile', ...env } })
  expect((await withProvider.send('GET', '/api/auth/captcha')).body()).toEqual({
    kind: 'turnstile',
    calls: ['login', 'forgot-password'],
    siteKey: 'site',
  })
  await withProvider.register(credentials)
  const status = async (turnstileToken: string) =>
    (await withProvider.send('POST', '/api/auth/login', { ...credentials, turnstileToken })).status
  expect(await status(VERIFICATION_PLACEHOLDER)).toBe(400)
  expect(await status('good')).toBe(200)
  await stop()
  const unavailable = await withProvider.send('POST', '/api/auth/login', {
    ...credentials,
    turnstileToken: 'good',
  })
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '2'])
  await withProvider.stop()
})

test('the configuration is rejected if it lacks the keys of the provider or names an unknown call', () => {
  const base = { ...auth.config, CAPTCHA: 'hcaptcha', TRUSTED_HOPS: '1', CAPTCHA_FOR: 'all' }
  const numbers = { CHAIN_ID: '1', PORT: '0', STORE_TIMEOUT_FACTOR: '1' }
  const redis = { REDIS_SENTINELS: '', REDIS_CLUSTER: '', REDIS_SERVER_TLS: 'false' }
  const env = { ...base, ...numbers, ...redis, EMBEDDED: 'true', QUOTA_A_MONTH: '' }
  expect(() => readConfig(env)).toThrow(
    /CAPTCHA_SITE_KEY: required if CAPTCHA is hcaptcha[\s\S]*CAPTCHA_SECRET/,
  )
  expect(() => readConfig({ ...env, CAPTCHA: 'off', CAPTCHA_FOR: 'login,logout' })).toThrow(
    /CAPTCHA_FOR\.1/,
  )
})

/** Simulates the provider: accepts one token, solved on this installation's own page. */
async function startCaptchaProvider(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const { response } = Object.fromEntries(new URLSearchParams(body))
    outgoing.end(JSON.stringify({ success: response === 'good', hostname: 'localhost' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type JsonObject = Record<string, unknown>

function tamper(token: string, changes: JsonObject): string {
  const solved = JSON.parse(Buffer.from(token, 'base64').toString()) as JsonObject
  return Buffer.from(JSON.stringify(merge(solved, changes))).toString('base64')
}

function merge(value: JsonObject, changes: JsonObject): JsonObject {
  const tampered = Object.entries(changes).map(([name, next]) => {
    const isObject = typeof next === 'object' && next !== null
    return [name, isObject ? merge(value[name] as JsonObject, next as JsonObject) : next]
  })
  return { ...value, ...Object.fromEntries(tampered) }
}
