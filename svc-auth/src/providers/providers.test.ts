import { SignedIn } from '@inkproof/protocol/auth'
import { ReturnTo } from '@inkproof/protocol/providers'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AccountStore, createAccountStore } from '../accounts/account-store.ts'
import { type AccountRow, accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { startProvider, type TestProvider } from '../testing/provider.ts'
import {
  CALLBACK,
  expectRefused,
  finish,
  ORIGIN,
  providerPeople,
  startWithProvider,
} from '../testing/provider-people.ts'
import { pageOf } from '../testing/redirect-browser.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import type { Person } from './openid.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

const { browser, addPerson, signInAs } = providerPeople(
  () => auth,
  () => provider,
)

test('a first sign-in creates an account with names and a confirmed address, and returns to the page', async () => {
  const name = addPerson({ given_name: 'Ada', family_name: 'Lovelace' })
  const visitor = browser()
  const page = await visitor.signIn(name, '/share/x?tab=checks')
  expect(page).toMatchObject({ path: '/share/x?tab=checks', name: 'signed-in' })
  const response = await visitor.call(...finish(page.value))
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

test('a name that would not be valid here is ignored', async () => {
  const name = addPerson({ given_name: 'two\nlines', family_name: ' Lovelace ' })
  const { user } = (await signInAs(name)).body()
  expect([user.firstName, user.lastName]).toEqual([null, 'Lovelace'])
})

test('a person keeps their account if the provider reports another address later', async () => {
  const name = addPerson()
  const first = (await signInAs(name)).body().user.id
  provider.people.set(name, { email: 'other@example.com', email_verified: true })
  const again = await signInAs(name)
  expect([again.status, again.body().user.id]).toEqual([200, first])
})

test('an address that the provider has not verified is not adopted', async () => {
  const taken = person()
  await auth.register(taken)
  for (const email of [taken.email, `${crypto.randomUUID()}@example.com`, 'not an address']) {
    const response = await signInAs(addPerson({ email, email_verified: false }))
    expect([response.status, response.body().user.email]).toEqual([201, null])
  }
})

test('a sign-in is refused if an account already has the verified address', async () => {
  const taken = person()
  await auth.register(taken)
  const response = await signInAs(addPerson({ email: taken.email.toUpperCase() }))
  expectRefused(response, 'PROVIDER_EMAIL_TAKEN')
  expect(response.text).toMatch(
    /Sign in to that account with your existing sign-in method, then link/,
  )
})

test('twenty concurrent sign-ins of one new person create one account', async () => {
  const name = addPerson()
  const visitors: { visitor: ReturnType<typeof browser>; code: string }[] = []
  for (let count = 0; count < 20; count += 1) {
    const visitor = browser()
    visitors.push({ visitor, code: (await visitor.signIn(name)).value })
  }
  const responses = await Promise.all(
    visitors.map(({ visitor, code }) => visitor.call(...finish(code))),
  )
  const ids = responses.map((response) => response.body().user?.id)
  expect(new Set(ids).size).toBe(1)
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('a sign-in finds the account that a concurrent one created with the address between its two lookups', async () => {
  const { connection } = auth.mongo
  const accounts = createAccountStore(accountModel(connection), identityModel(connection))
  const deps = {
    accounts,
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
    requireSpace: async () => undefined,
    name: 'Test',
  }
  const email = `${crypto.randomUUID()}@example.com`
  const somebody: Person = {
    id: crypto.randomUUID(),
    email,
    isEmailVerified: true,
    firstName: null,
    lastName: null,
  }
  let first: Promise<{ account: AccountRow; isNew: boolean }> | undefined
  const interleaved: AccountStore = {
    ...accounts,
    findAccountId: async (identity) => {
      if (identity === emailIdentity(email)) {
        first ??= signInWithProvider(deps, somebody)
        await first
      }
      return accounts.findAccountId(identity)
    },
  }
  const second = await signInWithProvider({ ...deps, accounts: interleaved }, somebody)
  expect(await first).toMatchObject({ isNew: true, account: { email } })
  expect(second).toMatchObject({ isNew: false, account: { _id: (await first)?.account._id } })
})

test('a code is accepted only once, and only in the browser that started the sign-in', async () => {
  const visitor = browser()
  const { value } = await visitor.signIn(addPerson())
  expectRefused(await browser().call(...finish(value)), 'PROVIDER_RETURN_EXPIRED')
  const second = (await visitor.signIn(addPerson())).value
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => visitor.call(...finish(second))),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expectRefused(await visitor.call(...finish(second)), 'PROVIDER_RETURN_EXPIRED')
})

test('a provider response is accepted only once, and only in the browser that started the sign-in', async () => {
  const [mine, other] = [browser(), browser()]
  const signInAtProvider = async () => {
    const start = await mine.call('GET', '/api/auth/provider/start?returnTo=/verify')
    return mine.signInAtProvider(addPerson(), start.headers.get('location') ?? '')
  }
  expect(await other.followCallback(await signInAtProvider())).toMatchObject({
    path: '/',
    name: 'sign-in-failed',
    value: 'expired',
  })
  const back = await signInAtProvider()
  expect((await mine.followCallback(back)).name).toBe('signed-in')
  expect(await mine.followCallback(back)).toMatchObject({
    name: 'sign-in-failed',
    value: 'expired',
  })
})

test.each<[string, (url: URL) => void, string]>([
  ['without a state', (url) => url.searchParams.delete('state'), 'expired'],
  ['with an unknown state', (url) => url.searchParams.set('state', 'x'), 'expired'],
  ['with a wrong code', (url) => url.searchParams.set('code', 'x'), 'refused'],
  ['without a code', (url) => url.searchParams.delete('code'), 'refused'],
  [
    "with another issuer's name",
    (url) => url.searchParams.set('iss', 'http://evil.test'),
    'refused',
  ],
])('a provider response %s is rejected', async (_what, tamper, value) => {
  const visitor = browser()
  const start = await visitor.call('GET', '/api/auth/provider/start')
  const back = new URL(
    await visitor.signInAtProvider(addPerson(), start.headers.get('location') ?? ''),
  )
  tamper(back)
  expect(await visitor.followCallback(back.href)).toMatchObject({ name: 'sign-in-failed', value })
})

test('the request to the provider has a new PKCE challenge, state and nonce each time, and no client secret', async () => {
  const startUrl = async () =>
    new URL((await browser().call('GET', '/api/auth/provider/start')).headers.get('location') ?? '')
  const [first, second] = [await startUrl(), await startUrl()]
  expect(first.searchParams.get('code_challenge_method')).toBe('S256')
  expect(first.searchParams.get('redirect_uri')).toBe(CALLBACK)
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
  expect(first.href).not.toContain(encodeURIComponent(provider.env.OIDC_CLIENT_SECRET))
})

test('a person who declines at the provider returns to the page without being signed in', async () => {
  expect(await browser().signIn('nobody', '/certify')).toEqual({
    path: '/certify',
    name: 'sign-in-failed',
    value: 'declined',
  })
})

const INVALID_TARGETS = [
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

test.each(INVALID_TARGETS)('a sign-in refuses to return to %j', async (returnTo) => {
  const path = `/api/auth/provider/start?returnTo=${encodeURIComponent(returnTo)}`
  expectRefused(await browser().call('GET', path), 'INVALID_INPUT')
  expect(ReturnTo.safeParse(returnTo).success).toBe(false)
})

test('the sign-in options contain the provider’s name, or null without a provider', async () => {
  const options = async (from: TestAuth) => (await from.send('GET', '/api/auth/options')).body()
  expect(await options(auth)).toEqual({ provider: { name: 'Example' } })
  const withoutProvider = await startAuth()
  expect(await options(withoutProvider)).toEqual({ provider: null })
  expectRefused(await withoutProvider.send('GET', '/api/auth/provider/start'), 'NOT_FOUND')
  await withoutProvider.stop()
})

test('a provider that hangs or is down is reported to the page within 3 s, and to API calls', async () => {
  const slowProvider = await startProvider(CALLBACK)
  const slowAuth = await startAuth({ env: { PUBLIC_ORIGIN: ORIGIN, ...slowProvider.env } })
  const { token } = (await slowAuth.register()).body()
  slowProvider.hang()
  for (const isDown of [false, true]) {
    if (isDown) await slowProvider.stop()
    const clock = startTickClock()
    const start = await slowAuth.send('GET', '/api/auth/provider/start?returnTo=/verify')
    expect(pageOf(start.headers.get('location') ?? '', ORIGIN)).toEqual({
      path: '/verify',
      name: 'sign-in-failed',
      value: 'unavailable',
    })
    expect(clock.stop()).toBeLessThan(3_000)
    const body = { returnTo: '/user-profile' }
    expectRefused(
      await slowAuth.send('POST', '/api/auth/provider/link', body, token),
      'UNAVAILABLE',
    )
  }
  await slowAuth.stop()
})
