/** Tests that unlinking a sign-in method ends sessions that may have been started with it, and notifies the owner. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSoftPasskey } from '../testing/authenticator.ts'
import { addPasskeyTo, newBrowser, signInByPasskey } from '../testing/factors.ts'
import { waitForEmail } from '../testing/mailbox.ts'
import type { TestProvider } from '../testing/provider.ts'
import { ORIGIN, startWithProvider } from '../testing/provider-people.ts'
import { createRedirectBrowser } from '../testing/redirect-browser.ts'
import { person, type TestAuth } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

/** Links a method. Returns the token of a session started with it, and the path that unlinks it. */
type LinkMethod = (token: string) => Promise<{ methodToken: string; path: string }>

const passkey: LinkMethod = async (token) => {
  const [browser, device] = [newBrowser(auth), createSoftPasskey(ORIGIN)]
  await addPasskeyTo(browser, token, device)
  const { token: methodToken } = (await signInByPasskey(newBrowser(auth), device)).body()
  return { methodToken, path: `/passkeys/${device.id}` }
}

const wallet: LinkMethod = async (token) => {
  const linked = createTestWallet(auth)
  await linked.link(token)
  return { methodToken: (await linked.signIn()).body().token, path: `/wallets/${linked.address}` }
}

const providerAccount: LinkMethod = async (token) => {
  const [name, browser] = [crypto.randomUUID(), createRedirectBrowser(auth, ORIGIN)]
  provider.people.set(name, {})
  const link = { returnTo: '/user-profile' }
  const start = await browser.call('POST', '/api/auth/provider/link', link, token)
  const linked = await browser.followCallback(
    await browser.signInAtProvider(name, start.body().location),
  )
  await browser.call('POST', '/api/auth/provider/link/finish', { code: linked.value }, token)
  const { value: code } = await browser.signIn(name)
  const { token: methodToken } = (
    await browser.call('POST', '/api/auth/provider/finish', { code })
  ).body()
  const account = (await auth.send('GET', '/api/auth/account', undefined, token)).body()
  return { methodToken, path: `/providers/${account.providers[0].id}` }
}

const me = async (token: string) =>
  (await auth.send('GET', '/api/auth/me', undefined, token)).status

test.each([
  ['passkey', passkey],
  ['wallet', wallet],
  ['provider account', providerAccount],
])('unlinking a %s ends all sessions except the one that unlinked it', async (_name, add) => {
  const credentials = person()
  const { token } = (await auth.register(credentials)).body()
  const { methodToken, path } = await add(token)
  expect((await waitForEmail(credentials.email, /was added/)).text).toContain('Local network')
  expect(await me(methodToken)).toBe(200)
  const from = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  }
  const removed = await auth.send('DELETE', `/api/auth${path}`, undefined, token, from)
  expect(removed.status).toBeLessThan(300)
  expect([await me(methodToken), await me(token)]).toEqual([401, 200])
  const { text } = await waitForEmail(credentials.email, /was removed/)
  expect(text).toContain('Firefox on Linux')
  expect(text).toMatch(/Local network · 10\./)
})
