import { SignedIn } from '@inkproof/protocol/auth'
import { ReturnTo } from '@inkproof/protocol/providers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startProvider, type TestProvider } from '../testing/provider.ts'
import {
  CALLBACK,
  expectRefused,
  finish,
  ORIGIN,
  providerPeople,
  startWithProvider,
} from '../testing/provider-people.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { pageOf } from '../testing/walker.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

const { browser, known, signInAs } = providerPeople(
  () => auth,
  () => provider,
)

test('a new person returns to their page with an account with names and confirmed address', async () => {
  const name = known({ given_name: 'Ada', family_name: 'Lovelace' })
  const browsing = browser()
  const page = await browsing.signIn(name, '/share/x?tab=checks')
  expect(page).toMatchObject({ path: '/share/x?tab=checks', name: 'signed-in' })
  const response = await browsing.call(...finish(page.value))
  expect(response.status).toBe(201)
  const { user, token } = SignedIn.parse(response.body())
  expect(user).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${name}@example.com`,
    emailConfirmed: true,
  })
  expect((await auth.send('GET', '/api/auth/me', undefined, token)).body().user.id).toBe(user.id)
})

test('a name that people could not choose here is left out', async () => {
  const name = known({ given_name: 'two\nlines', family_name: ' Lovelace ' })
  const { user } = (await signInAs(name)).body()
  expect([user.firstName, user.lastName]).toEqual([null, 'Lovelace'])
})

test('the same person gets the same account, whatever address the provider reports now', async () => {
  const name = known()
  const first = (await signInAs(name)).body().user.id
  provider.people.set(name, { email: 'other@example.com', email_verified: true })
  const again = await signInAs(name)
  expect([again.status, again.body().user.id]).toEqual([200, first])
})

test('an address the provider has not verified is not adopted', async () => {
  const taken = person()
  await auth.register(taken)
  for (const email of [taken.email, `${crypto.randomUUID()}@example.com`, 'not an address']) {
    const response = await signInAs(known({ email, email_verified: false }))
    expect([response.status, response.body().user.email]).toEqual([201, null])
  }
})

test('if an account has the verified address, nothing is linked automatically', async () => {
  const taken = person()
  await auth.register(taken)
  const response = await signInAs(known({ email: taken.email.toUpperCase() }))
  expectRefused(response, 'PROVIDER_EMAIL_TAKEN')
  expect(response.text).toMatch(/Sign in to it as before, then link/)
})

test('twenty concurrent sign-ins of one new person lead to one account', async () => {
  const name = known()
  const held: { browsing: ReturnType<typeof browser>; code: string }[] = []
  for (let count = 0; count < 20; count += 1) {
    const browsing = browser()
    held.push({ browsing, code: (await browsing.signIn(name)).value })
  }
  const responses = await Promise.all(
    held.map(({ browsing, code }) => browsing.call(...finish(code))),
  )
  const ids = responses.map((response) => response.body().user?.id)
  expect(new Set(ids).size).toBe(1)
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
}, 60_000)

test('a code is accepted once, of twenty at once, and only in the browser that started', async () => {
  const browsing = browser()
  const { value } = await browsing.signIn(known())
  expectRefused(await browser().call(...finish(value)), 'PROVIDER_RETURN_EXPIRED')
  const second = (await browsing.signIn(known())).value
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => browsing.call(...finish(second))),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expectRefused(await browsing.call(...finish(second)), 'PROVIDER_RETURN_EXPIRED')
})

test('an answer is accepted once, and not in another browser, so nobody signs in as another person', async () => {
  const [mine, other] = [browser(), browser()]
  const leave = async () => {
    const start = await mine.call('GET', '/api/auth/provider/start?returnTo=/verify')
    return mine.atProviderAs(known(), start.headers.get('location') ?? '')
  }
  expect(await other.land(await leave())).toMatchObject({
    path: '/',
    name: 'sign-in-failed',
    value: 'expired',
  })
  const back = await leave()
  expect((await mine.land(back)).name).toBe('signed-in')
  expect(await mine.land(back)).toMatchObject({ name: 'sign-in-failed', value: 'expired' })
})

test.each<[string, (url: URL) => void, string]>([
  ['without a state', (url) => url.searchParams.delete('state'), 'expired'],
  ['with a state of nobody', (url) => url.searchParams.set('state', 'x'), 'expired'],
  ['with a wrong code', (url) => url.searchParams.set('code', 'x'), 'refused'],
  ['without a code', (url) => url.searchParams.delete('code'), 'refused'],
  [
    "with another issuer's name",
    (url) => url.searchParams.set('iss', 'http://evil.test'),
    'refused',
  ],
])('an answer %s leads nowhere', async (_what, spoil, value) => {
  const browsing = browser()
  const start = await browsing.call('GET', '/api/auth/provider/start')
  const back = new URL(await browsing.atProviderAs(known(), start.headers.get('location') ?? ''))
  spoil(back)
  expect(await browsing.land(back.href)).toMatchObject({ name: 'sign-in-failed', value })
})

test('the request to the provider has PKCE, state and nonce, new each time, and no secret of ours', async () => {
  const ask = async () =>
    new URL((await browser().call('GET', '/api/auth/provider/start')).headers.get('location') ?? '')
  const [one, two] = [await ask(), await ask()]
  expect(one.searchParams.get('code_challenge_method')).toBe('S256')
  expect(one.searchParams.get('redirect_uri')).toBe(CALLBACK)
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name))
  expect(one.href).not.toContain(encodeURIComponent(provider.env.OIDC_CLIENT_SECRET))
})

test('a person who declines at the provider returns to their page, not signed in', async () => {
  expect(await browser().signIn('nobody', '/certify')).toEqual({
    path: '/certify',
    name: 'sign-in-failed',
    value: 'declined',
  })
})

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'verify',
  '/api/auth/provider/start',
  '/./api/auth/me',
]

test.each(ELSEWHERE)('does not redirect to %j', async (returnTo) => {
  const path = `/api/auth/provider/start?returnTo=${encodeURIComponent(returnTo)}`
  expectRefused(await browser().call('GET', path), 'INVALID_INPUT')
  expect(ReturnTo.safeParse(returnTo).success).toBe(false)
})

test('reports the provider’s name, and null without a provider', async () => {
  const options = async (from: TestAuth) => (await from.send('GET', '/api/auth/options')).body()
  expect(await options(auth)).toEqual({ provider: { name: 'Example' } })
  const without = await startAuth()
  expect(await options(without)).toEqual({ provider: null })
  expectRefused(await without.send('GET', '/api/auth/provider/start'), 'NOT_FOUND')
  await without.stop()
})

test('an unresponsive or unreachable provider is reported within 3 s, on the page and to a call', async () => {
  const weak = await startProvider(CALLBACK)
  const served = await startAuth({ env: { PUBLIC_ORIGIN: ORIGIN, ...weak.env } })
  const { token } = (await served.register()).body()
  weak.hang()
  for (const isGone of [false, true]) {
    if (isGone) await weak.stop()
    const startedAt = performance.now()
    const start = await served.send('GET', '/api/auth/provider/start?returnTo=/verify')
    expect(pageOf(start.headers.get('location') ?? '', ORIGIN)).toEqual({
      path: '/verify',
      name: 'sign-in-failed',
      value: 'unavailable',
    })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    const body = { returnTo: '/user-profile' }
    expectRefused(await served.send('POST', '/api/auth/provider/link', body, token), 'UNAVAILABLE')
  }
  await served.stop()
})
