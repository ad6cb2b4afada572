import { isPublicOrigin } from '@inkproof/service-kit/config'
import { afterEach, expect, test } from '@jest/globals'
import { solveVerification, startAuth } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'

const PUBLIC = { PUBLIC_ORIGIN: 'https://inkproof.example' }
const FROM_ONE_ADDRESS = { 'x-forwarded-for': '192.0.2.77' }

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(options: Parameters<typeof startAuth>[0]) {
  const auth = await startAuth(options)
  stops.push(auth.stop)
  const register = () =>
    auth.send(
      'POST',
      '/api/auth/register',
      { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' },
      undefined,
      FROM_ONE_ADDRESS,
    )
  return { auth, register }
}

test.each([
  ['http://localhost:8080', false],
  ['http://inkproof.localhost', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
  ['https://inkproof.example', true],
  ['https://localhost.example', true],
  ['https://127.example', true],
  ['http://192.168.1.5:8080', true],
])('%s is public: %s', (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic)
})

test('on a public origin, registration and wallet sign-in require verification by default', async () => {
  const { auth } = await start({ captcha: 'altcha', env: PUBLIC })
  const { calls } = (await auth.send('GET', '/api/auth/captcha')).body()
  expect(calls).toEqual(['login', 'register', 'wallet', 'forgot-password'])
  const code = (response: { headers: Headers }) => response.headers.get('inkproof-error')
  expect(code(await auth.register())).toBe('VERIFICATION_FAILED')
  expect(code(await createTestWallet(auth).signIn())).toBe('VERIFICATION_FAILED')
  const turnstileToken = await solveVerification(auth)
  expect((await auth.register({ turnstileToken })).status).toBe(201)
})

test('on a public origin, the setting decides which calls require verification', async () => {
  const { auth } = await start({ captcha: 'altcha', env: { ...PUBLIC, CAPTCHA_FOR: 'login' } })
  expect((await auth.send('GET', '/api/auth/captcha')).body().calls).toEqual(['login'])
  expect((await auth.register()).status).toBe(201)
})

test('on a public origin, one address can create twenty accounts an hour, by all methods together', async () => {
  const { auth, register } = await start({ env: PUBLIC })
  const statuses: number[] = []
  for (let account = 0; account < 21; account++) statuses.push((await register()).status)
  expect(statuses).toEqual([...Array(20).fill(201), 429])
  const wallet = createTestWallet(auth)
  const signInFromThere = async () => {
    const headers = { ...wallet.browser, ...FROM_ONE_ADDRESS }
    const signed = await wallet.signMessageFor()
    return auth.send('POST', '/api/auth/wallet-auth', signed, undefined, headers)
  }
  expect((await signInFromThere()).status).toBe(429)
  expect((await wallet.signIn()).status).toBe(201)
  // An existing account is not counted.
  expect((await signInFromThere()).status).toBe(200)
})

test('on localhost, where all visitors have one address, accounts are not limited to twenty', async () => {
  const { register } = await start({})
  for (let account = 0; account < 21; account++) expect((await register()).status).toBe(201)
})
