import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VERIFICATION_PLACEHOLDER } from '@inkproof/protocol/auth'
import { Captcha } from '@inkproof/protocol/captcha'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '../config.ts'
import { earnToken, person, startAuth, type TestAuth } from '../testing/start.ts'
import { altcha } from './altcha.ts'

let auth: TestAuth
const someone = person()
beforeAll(async () => {
  auth = await startAuth({ captcha: 'altcha' })
  await auth.register({ ...someone, turnstileToken: VERIFICATION_PLACEHOLDER })
})
afterAll(() => auth.stop())

const login = (turnstileToken?: string, fields: object = someone) =>
  auth.send('POST', '/api/auth/login', { ...fields, turnstileToken })

const REFUSED = [
  400,
  'The security verification is missing, expired or already used. Run the verification again, then retry.',
]

test('returns a challenge that is never cached', async () => {
  const response = await auth.send('GET', '/api/auth/captcha')
  expect(Captcha.parse(response.body()).kind).toBe('altcha')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a solved challenge allows the sign-in', async () => {
  expect((await login(await earnToken(auth))).status).toBe(200)
})

test('a solution is accepted once, in sequence and of twenty at once', async () => {
  const token = await earnToken(auth)
  const responses = await Promise.all(Array.from({ length: 20 }, () => login(token)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const again = await login(token)
  expect([again.status, again.text]).toEqual(REFUSED)
})

test('a failed sign-in has used up its solution too', async () => {
  const token = await earnToken(auth)
  expect((await login(token, { ...someone, password: 'wrong password' })).status).toBe(401)
  expect((await login(token)).status).toBe(400)
})

test.each<[string, (good: string) => string | undefined]>([
  ['no token', () => undefined],
  ['the placeholder', () => VERIFICATION_PLACEHOLDER],
  ['nonsense', () => Buffer.from('{"challenge":1}').toString('base64')],
  [
    'a wrong counter and key',
    (good) => change(good, { solution: { counter: 1, derivedKey: '00'.repeat(32) } }),
  ],
  ['an easier challenge', (good) => change(good, { challenge: { parameters: { cost: 1 } } })],
  [
    'a later expiry',
    (good) => change(good, { challenge: { parameters: { expiresAt: 4_000_000_000 } } }),
  ],
  ['another signature', (good) => change(good, { challenge: { signature: '00'.repeat(32) } })],
])('refuses %s', async (_what, spoil) => {
  const response = await login(spoil(await earnToken(auth)))
  expect([response.status, response.text]).toEqual(REFUSED)
})

test('refuses a challenge that has expired', async () => {
  const secret = 'a test secret of at least 32 characters'
  const past = altcha({
    secret,
    now: () => new Date(Date.now() - 301_000),
    spendOnce: async () => true,
  })
  const send = async () => ({
    body: async () => undefined,
    status: 0,
    text: '',
    headers: new Headers(),
  })
  const stale = await past.ask()
  const token = await earnToken({ send: async () => ({ ...(await send()), body: () => stale }) })
  expect((await login(token)).status).toBe(400)
})

test('reports which calls require it: by default neither registration nor wallet sign-in', async () => {
  const { calls } = Captcha.parse((await auth.send('GET', '/api/auth/captcha')).body())
  expect(calls).toEqual(['login', 'forgot-password'])
})

test('while registration requires none, it accepts any token and none', async () => {
  for (const turnstileToken of [VERIFICATION_PLACEHOLDER, 'anything', undefined])
    expect((await auth.register({ turnstileToken })).status).toBe(201)
})

test('with the verification off nothing is required', async () => {
  const open = await startAuth({ captcha: 'off' })
  const told = (await open.send('GET', '/api/auth/captcha')).body()
  expect(told).toEqual({ kind: 'off', calls: [] })
  const fields = person()
  await open.register(fields)
  expect((await open.send('POST', '/api/auth/login', fields)).status).toBe(200)
  await open.stop()
})

test('once registration requires it, the placeholder is refused and a solved challenge accepted', async () => {
  const strict = await startAuth({ captcha: 'altcha', env: { CAPTCHA_FOR: 'all' } })
  const { calls } = (await strict.send('GET', '/api/auth/captcha')).body()
  expect(calls).toEqual(['login', 'register', 'wallet', 'forgot-password'])
  for (const turnstileToken of [VERIFICATION_PLACEHOLDER, undefined]) {
    const refused = await strict.register({ turnstileToken })
    expect([refused.status, refused.text]).toEqual(REFUSED)
  }
  expect((await strict.register({ turnstileToken: await earnToken(strict) })).status).toBe(201)
  await strict.stop()
})

test('a provider can be used instead; its site key is public and its secret is not', async () => {
  const { origin, stop } = await siteverify()
  const env = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'hidden', CAPTCHA_VERIFY_URL: origin }
  const held = await startAuth({ env: { CAPTCHA: 'turnstile', ...env } })
  expect((await held.send('GET', '/api/auth/captcha')).body()).toEqual({
    kind: 'turnstile',
    calls: ['login', 'forgot-password'],
    siteKey: 'site',
  })
  await held.register(someone)
  const status = async (turnstileToken: string) =>
    (await held.send('POST', '/api/auth/login', { ...someone, turnstileToken })).status
  expect(await status(VERIFICATION_PLACEHOLDER)).toBe(400)
  expect(await status('good')).toBe(200)
  await stop()
  const away = await held.send('POST', '/api/auth/login', { ...someone, turnstileToken: 'good' })
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  await held.stop()
})

test('does not start with a provider whose keys are missing, or with an unknown call', () => {
  const kept = { ...auth.config, CAPTCHA: 'hcaptcha', TRUSTED_HOPS: '1', CAPTCHA_FOR: 'all' }
  const env = { ...kept, CHAIN_ID: '1', EMBEDDED: 'true', PORT: '0' }
  expect(() => readConfig(env)).toThrow(/CAPTCHA_SITE_KEY: hcaptcha needs it[\s\S]*CAPTCHA_SECRET/)
  expect(() => readConfig({ ...env, CAPTCHA: 'off', CAPTCHA_FOR: 'login,logout' })).toThrow(
    /CAPTCHA_FOR\.1/,
  )
})

/** Stands in for the provider: accepts one token, solved on this installation's own page. */
async function siteverify(): Promise<{ origin: string; stop: () => Promise<void> }> {
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

type Part = Record<string, unknown>

function change(token: string, by: Part): string {
  const solved = JSON.parse(Buffer.from(token, 'base64').toString()) as Part
  return Buffer.from(JSON.stringify(merge(solved, by))).toString('base64')
}

function merge(value: Part, by: Part): Part {
  const changed = Object.entries(by).map(([name, next]) => {
    const isPart = typeof next === 'object' && next !== null
    return [name, isPart ? merge(value[name] as Part, next as Part) : next]
  })
  return { ...value, ...Object.fromEntries(changed) }
}
