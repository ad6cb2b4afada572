import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSoftPasskey } from '../testing/authenticator.ts'
import {
  addPasskeyTo,
  newBrowser,
  newMember,
  signInByPasskey,
  signUpByPasskey,
} from '../testing/factors.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
let origin: string
let clockOffsetMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + clockOffsetMs) })
  origin = new URL(auth.config.PUBLIC_ORIGIN).origin
})
afterAll(() => auth.stop())

const errorCode = (response: { headers: Headers }) => response.headers.get('inkproof-error')

/** Registers a person in a new browser and adds a passkey. */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const passkey = createSoftPasskey(origin)
  expect((await addPasskeyTo(browser, member.token, passkey)).status).toBe(201)
  return { browser, member, passkey }
}

test('a credential id that another account has is refused, even with a different key', async () => {
  const { member, passkey } = await setup()
  const attacker = newBrowser(auth)
  const { token } = await newMember(attacker)
  const forged = createSoftPasskey(origin, passkey.id)
  expect(errorCode(await addPasskeyTo(attacker, token, forged))).toBe('SIGN_IN_METHOD_TAKEN')
  const options = (await attacker('POST', '/register/passkey/options', {})).body()
  const signUp = await attacker('POST', '/register/passkey', { passkey: forged.create(options) })
  expect(errorCode(signUp)).toBe('SIGN_IN_METHOD_TAKEN')
  expect((await signInByPasskey(newBrowser(auth), passkey)).body().user.id).toBe(member.id)
})

test('a challenge for adding a passkey to one account is not accepted for another', async () => {
  const browser = newBrowser(auth)
  const [first, second] = [await newMember(browser), await newMember(browser)]
  const options = (await browser('POST', '/passkeys/options', {}, first.token)).body()
  const passkey = createSoftPasskey(origin).create(options)
  expect(errorCode(await browser('POST', '/passkeys', { passkey }, second.token))).toBe(
    'PASSKEY_REFUSED',
  )
})

test('a new passkey is named after its browser, and can be renamed and removed', async () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
  const browser = newBrowser(auth, { 'user-agent': chrome })
  const { token } = await newMember(browser)
  const passkey = createSoftPasskey(origin)
  await addPasskeyTo(browser, token, passkey)
  const names = async () => {
    const account = (await browser('GET', '/account', undefined, token)).body()
    return account.passkeys.map(({ name }: { name: string }) => name)
  }
  expect(await names()).toEqual(['Chrome on Linux'])
  const path = `/passkeys/${passkey.id}`
  expect((await browser('PATCH', path, { name: ' Key ring ' }, token)).status).toBe(204)
  expect(await names()).toEqual(['Key ring'])
  for (const name of [' ', '\ud800', 'two\nlines', 'x'.repeat(61)])
    expect((await browser('PATCH', path, { name }, token)).status).toBe(400)
  expect((await browser('DELETE', path, undefined, token)).status).toBe(204)
  expect(await names()).toEqual([])
  expect(errorCode(await signInByPasskey(browser, passkey))).toBe('PASSKEY_UNKNOWN')
})

test('another user’s passkey can be neither renamed nor removed', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  const { token } = await newMember(browser)
  const path = `/passkeys/${passkey.id}`
  expect((await browser('PATCH', path, { name: 'Mine' }, token)).status).toBe(404)
  expect((await browser('DELETE', path, undefined, token)).status).toBe(404)
})

test('the only sign-in method cannot be removed, and the 21st passkey is refused', async () => {
  const browser = newBrowser(auth)
  const { passkey, response } = await signUpByPasskey(auth, browser)
  const { token } = response.body()
  const last = await browser('DELETE', `/passkeys/${passkey.id}`, undefined, token)
  expect([last.status, errorCode(last)]).toEqual([409, 'LAST_SIGN_IN_METHOD'])
  for (let count = 1; count < 20; count += 1) {
    expect((await addPasskeyTo(browser, token, createSoftPasskey(origin))).status).toBe(201)
  }
  expect(errorCode(await addPasskeyTo(browser, token, createSoftPasskey(origin)))).toBe(
    'TOO_MANY_PASSKEYS',
  )
  const options = (await browser('POST', '/passkeys/options', {}, token)).body()
  expect(options.excludeCredentials).toHaveLength(20)
})

test('the password can be removed only if there is a passkey; removing it ends the other sessions', async () => {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const remove = () => browser('DELETE', '/password', undefined, member.token)
  expect(errorCode(await remove())).toBe('LAST_SIGN_IN_METHOD')
  await addPasskeyTo(browser, member.token, createSoftPasskey(origin))
  const { email, password } = member
  const otherToken = (await newBrowser(auth)('POST', '/login', { email, password })).body().token
  expect((await remove()).status).toBe(204)
  expect(errorCode(await remove())).toBe('ITEM_NOT_FOUND')
  expect((await browser('GET', '/me', undefined, member.token)).status).toBe(200)
  expect((await browser('GET', '/me', undefined, otherToken)).status).toBe(401)
  const login = await browser('POST', '/login', { email, password })
  expect(errorCode(login)).toBe('CREDENTIALS_WRONG')
})

test('every change of factors requires that the identity was confirmed in the last ten minutes', async () => {
  const { browser, member, passkey } = await setup()
  clockOffsetMs = 11 * 60_000
  try {
    const calls = [
      ['POST', '/passkeys/options'],
      ['POST', '/passkeys'],
      ['DELETE', `/passkeys/${passkey.id}`],
      ['POST', '/app'],
      ['POST', '/app/confirm'],
      ['DELETE', '/app'],
      ['POST', '/recovery-codes'],
      ['DELETE', '/password'],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'POST' ? {} : undefined
      expect([path, errorCode(await browser(method, path, body, member.token))]).toEqual([
        path,
        'PROOF_NEEDED',
      ])
    }
  } finally {
    clockOffsetMs = 0
  }
})
