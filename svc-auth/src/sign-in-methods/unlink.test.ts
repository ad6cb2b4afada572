/** Unlinking a sign-in method ends sessions that may have been started with it, and notifies the owner. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { softPasskey } from '../testing/authenticator.ts'
import { comeByPasskey, givePasskey, newBrowser } from '../testing/factors.ts'
import { mailTo } from '../testing/mailbox.ts'
import type { TestProvider } from '../testing/provider.ts'
import { ORIGIN, startWithProvider } from '../testing/provider-people.ts'
import { person, type TestAuth } from '../testing/start.ts'
import { walker } from '../testing/walker.ts'
import { walletOf } from '../testing/wallets.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

/** Links a method; returns the token of a session started with it and the path that unlinks it. */
type Way = (token: string) => Promise<{ begun: string; path: string }>

const passkey: Way = async (token) => {
  const [browser, soft] = [newBrowser(auth), softPasskey(ORIGIN)]
  await givePasskey(browser, token, soft)
  const { token: begun } = (await comeByPasskey(newBrowser(auth), soft)).body()
  return { begun, path: `/passkeys/${soft.id}` }
}

const wallet: Way = async (token) => {
  const own = walletOf(auth)
  await own.link(token)
  return { begun: (await own.signIn()).body().token, path: `/wallets/${own.address}` }
}

const outside: Way = async (token) => {
  const [name, browsing] = [crypto.randomUUID(), walker(auth, ORIGIN)]
  provider.people.set(name, {})
  const link = { returnTo: '/user-profile' }
  const start = await browsing.call('POST', '/api/auth/provider/link', link, token)
  const linked = await browsing.land(await browsing.atProviderAs(name, start.body().location))
  await browsing.call('POST', '/api/auth/provider/link/finish', { code: linked.value }, token)
  const { value: code } = await browsing.signIn(name)
  const { token: begun } = (
    await browsing.call('POST', '/api/auth/provider/finish', { code })
  ).body()
  const account = (await auth.send('GET', '/api/auth/account', undefined, token)).body()
  return { begun, path: `/providers/${account.providers[0].id}` }
}

const me = async (token: string) =>
  (await auth.send('GET', '/api/auth/me', undefined, token)).status

test.each([
  ['passkey', passkey],
  ['wallet', wallet],
  ['outside account', outside],
])('without its %s, an account has only the session that took it out', async (_name, add) => {
  const someone = person()
  const { token } = (await auth.register(someone)).body()
  const { begun, path } = await add(token)
  expect((await mailTo(someone.email, /was added/)).text).toContain('Local network')
  expect(await me(begun)).toBe(200)
  const from = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  }
  const removed = await auth.send('DELETE', `/api/auth${path}`, undefined, token, from)
  expect(removed.status).toBeLessThan(300)
  expect([await me(begun), await me(token)]).toEqual([401, 200])
  const { text } = await mailTo(someone.email, /was removed/)
  expect(text).toContain('Firefox on Linux')
  expect(text).toMatch(/Local network · 10\./)
})
