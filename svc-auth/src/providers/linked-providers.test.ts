import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { TestProvider } from '../testing/provider.ts'
import {
  expectRefused,
  finish,
  ORIGIN,
  providerPeople,
  startWithProvider,
} from '../testing/provider-people.ts'
import { isVerifiedSession, startAuth, type TestAuth } from '../testing/start.ts'

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

test('a signed-in user links a provider account, signs in with it, and unlinks it', async () => {
  const visitor = browser()
  const me = (await auth.register()).body()
  const name = addPerson()
  await link(visitor, name, me.token)
  const { providers } = (await visitor.call('GET', '/api/auth/account', undefined, me.token)).body()
  expect(providers).toMatchObject([{ name: 'Example', email: `${name}@example.com` }])
  expect((await signInAs(name)).body().user.id).toBe(me.user.id)
  const remove = () =>
    visitor.call('DELETE', `/api/auth/providers/${providers[0].id}`, undefined, me.token)
  expect((await remove()).status).toBe(204)
  expectRefused(await remove(), 'ITEM_NOT_FOUND')
  const { user } = (await signInAs(name)).body()
  expect(user.id).not.toBe(me.user.id)
})

test('an account that a linked provider account verified is no longer verified without it', async () => {
  const visitor = browser()
  const { token } = (await auth.register()).body()
  const name = addPerson()
  await link(visitor, name, token)
  const show = async () =>
    (await visitor.call('GET', '/api/auth/verification', undefined, token)).body().isVerified
  expect([await show(), await isVerifiedSession(auth, token)]).toEqual([true, true])
  const { providers } = (await visitor.call('GET', '/api/auth/account', undefined, token)).body()
  await visitor.call('DELETE', `/api/auth/providers/${providers[0].id}`, undefined, token)
  expect([await show(), await isVerifiedSession(auth, token)]).toEqual([false, false])
})

test('the owner is notified once of linking and once of unlinking', async () => {
  const visitor = browser()
  const me = (await auth.register()).body()
  const name = addPerson()
  await link(visitor, name, me.token)
  await link(visitor, name, me.token)
  const { providers } = (await visitor.call('GET', '/api/auth/account', undefined, me.token)).body()
  await visitor.call('DELETE', `/api/auth/providers/${providers[0].id}`, undefined, me.token)
  const events = await auth.mongo.connection
    .collection('events')
    .find({ accountId: me.user.id, kind: { $in: ['way-added', 'way-removed'] } })
    .sort({ at: 1 })
    .toArray()
  expect(events.map(({ kind, data }) => [kind, data.way, data.name])).toEqual([
    ['way-added', 'provider', 'Example'],
    ['way-removed', 'provider', 'Example'],
  ])
  expect(events.every(({ mail }) => mail.to === me.user.email)).toBe(true)
})

test('the only sign-in method cannot be unlinked', async () => {
  const { token, user } = (await signInAs(addPerson({ email_verified: false }))).body()
  const { providers } = (await auth.send('GET', '/api/auth/account', undefined, token)).body()
  const path = `/api/auth/providers/${providers[0].id}`
  expectRefused(await auth.send('DELETE', path, undefined, token), 'LAST_SIGN_IN_METHOD')
  expect((await auth.send('GET', '/api/auth/me', undefined, token)).body().user.id).toBe(user.id)
})

test('unlinking is rate-limited', async () => {
  const { token } = (await auth.register()).body()
  const remove = () => auth.send('DELETE', '/api/auth/providers/x', undefined, token)
  for (let i = 0; i < 60; i += 1) expect((await remove()).status).toBe(404)
  expectRefused(await remove(), 'TOO_MANY_REQUESTS')
})

test('a provider account of one account cannot be linked to another', async () => {
  const name = addPerson()
  await signInAs(name)
  const visitor = browser()
  const { token } = (await auth.register()).body()
  const page = await startLinking(visitor, name, token)
  const path = '/api/auth/provider/link/finish'
  expectRefused(
    await visitor.call('POST', path, { code: page.value }, token),
    'SIGN_IN_METHOD_TAKEN',
  )
})

test('a link attempt cannot be used to sign in or to link another account', async () => {
  const visitor = browser()
  const [mine, theirs] = [(await auth.register()).body(), (await auth.register()).body()]
  const first = await startLinking(visitor, addPerson(), mine.token)
  expectRefused(await visitor.call(...finish(first.value)), 'PROVIDER_RETURN_EXPIRED')
  const second = await startLinking(visitor, addPerson(), mine.token)
  const path = '/api/auth/provider/link/finish'
  expectRefused(
    await visitor.call('POST', path, { code: second.value }, theirs.token),
    'PROVIDER_RETURN_EXPIRED',
  )
})

test('linking and unlinking require a session and a recent sign-in', async () => {
  const laterAuth = await startAuth({
    env: { PUBLIC_ORIGIN: ORIGIN, ...provider.env },
    now: () => clock,
  })
  let clock = new Date()
  const { token } = (await laterAuth.register()).body()
  clock = new Date(clock.getTime() + 11 * 60_000)
  const calls = [
    ['POST', '/api/auth/provider/link', { returnTo: '/user-profile' }],
    ['DELETE', '/api/auth/providers/x', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    expectRefused(await laterAuth.send(method, path, body), 'SIGN_IN_REQUIRED')
    expectRefused(await laterAuth.send(method, path, body, token), 'PROOF_NEEDED')
  }
  await laterAuth.stop()
})

async function startLinking(visitor: ReturnType<typeof browser>, name: string, token: string) {
  const path = '/api/auth/provider/link'
  const start = await visitor.call('POST', path, { returnTo: '/user-profile' }, token)
  const page = await visitor.followCallback(
    await visitor.signInAtProvider(name, start.body().location),
  )
  expect(page).toMatchObject({ path: '/user-profile', name: 'provider-link' })
  return page
}

async function link(visitor: ReturnType<typeof browser>, name: string, token: string) {
  const { value } = await startLinking(visitor, name, token)
  const path = '/api/auth/provider/link/finish'
  expect((await visitor.call('POST', path, { code: value }, token)).status).toBe(204)
}
