import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSoftPasskey, type Forgery } from '../testing/authenticator.ts'
import {
  addPasskeyTo,
  newBrowser,
  newMember,
  signInByPasskey,
  signUpByPasskey,
} from '../testing/factors.ts'
import { extractLink, waitForEmail } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
let origin: string
beforeAll(async () => {
  auth = await startAuth()
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

test('the options require a discoverable passkey and user verification', async () => {
  const browser = newBrowser(auth)
  const { token, id } = await newMember(browser)
  const options = (await browser('POST', '/passkeys/options', {}, token)).body()
  expect(options).toMatchObject({
    rp: { id: new URL(origin).hostname, name: 'Inkproof' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(id)
})

test('a passkey alone signs in from any browser, and the time of its use is shown', async () => {
  const { member, passkey } = await setup()
  const response = await signInByPasskey(newBrowser(auth), passkey)
  expect(response.status).toBe(200)
  expect(response.body().user.id).toBe(member.id)
  const account = await auth.send('GET', '/api/auth/account', undefined, response.body().token)
  expect(account.body().passkeys[0].usedAt).toEqual(expect.any(String))
})

test('an account can be created with nothing but a passkey', async () => {
  const browser = newBrowser(auth)
  const { passkey, response } = await signUpByPasskey(auth, browser)
  expect(response.status).toBe(201)
  const { user, token } = response.body()
  expect(user).toMatchObject({ email: null, firstName: null, walletAddress: null })
  expect((await signInByPasskey(newBrowser(auth), passkey)).body().user.id).toBe(user.id)
  const account = (await browser('GET', '/account', undefined, token)).body()
  expect(account).toMatchObject({ hasPassword: false, passkeys: [{ id: passkey.id }] })
})

test('a sign-up by passkey stores the name and claims the address', async () => {
  const { email } = person()
  const profile = { email, firstName: 'Ada', lastName: 'Lovelace' }
  const { response, options } = await signUpByPasskey(auth, newBrowser(auth), profile)
  expect(response.body().user).toMatchObject(profile)
  expect(options.user).toMatchObject({ name: email, displayName: 'Ada Lovelace' })
  expect(errorCode(await auth.register({ email }))).toBe('EMAIL_TAKEN')
  const again = await newBrowser(auth)('POST', '/register/passkey/options', { email })
  expect(errorCode(again)).toBe('EMAIL_TAKEN')
})

test('an address given at sign-up by passkey is mailed a confirmation link', async () => {
  const { email } = person()
  await signUpByPasskey(auth, newBrowser(auth), { email })
  expect(extractLink(await waitForEmail(email, /Confirm/)).url).toContain('#confirm-email=')
})

test('a sign-up leaves no account behind if its address is taken in the meantime', async () => {
  const browser = newBrowser(auth)
  const { email } = person()
  const options = (await browser('POST', '/register/passkey/options', { email })).body()
  await auth.register({ email })
  const passkey = createSoftPasskey(origin)
  const signUp = await browser('POST', '/register/passkey', { passkey: passkey.create(options) })
  expect(errorCode(signUp)).toBe('EMAIL_TAKEN')
  expect(errorCode(await signInByPasskey(browser, passkey))).toBe('PASSKEY_UNKNOWN')
})

test.each<[string, Forgery]>([
  ['another origin', { origin: 'https://inkpr00f.example' }],
  ['another relying party', { rpId: 'inkpr00f.example' }],
  ['a cross-origin frame', { crossOrigin: true }],
  ['an unverified user', { flags: 1 }],
  ['an absent user', { flags: 4 }],
  ['a registration response', { type: 'webauthn.create' }],
  ['another account’s user handle', { userHandle: Buffer.from('somebody').toString('base64url') }],
  [
    'a signature by another key',
    { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  ],
])('a sign-in is refused with %s', async (_, forgery) => {
  const { passkey } = await setup()
  const response = await signInByPasskey(newBrowser(auth), passkey, forgery)
  expect([response.status, errorCode(response)]).toEqual([403, 'PASSKEY_REFUSED'])
})

test.each<[string, Forgery]>([
  ['another origin', { origin: 'https://inkpr00f.example' }],
  ['another relying party', { rpId: 'inkpr00f.example' }],
  ['a cross-origin frame', { crossOrigin: true }],
  ['an unverified user', { flags: 1 }],
  ['a sign-in response', { type: 'webauthn.get' }],
])('a new passkey is refused with %s', async (_, forgery) => {
  const browser = newBrowser(auth)
  const { token } = await newMember(browser)
  const response = await addPasskeyTo(browser, token, createSoftPasskey(origin), forgery)
  expect([response.status, errorCode(response)]).toEqual([403, 'PASSKEY_REFUSED'])
})

test('an unknown passkey is refused', async () => {
  const response = await signInByPasskey(newBrowser(auth), createSoftPasskey(origin))
  expect([response.status, errorCode(response)]).toEqual([401, 'PASSKEY_UNKNOWN'])
})

test('only one of twenty concurrent uses of a challenge succeeds', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  const options = (await browser('POST', '/login/passkey/options')).body()
  const used = passkey.use(options)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => browser('POST', '/login/passkey', { passkey: used })),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(403)])
  expect(errorCode(await browser('POST', '/login/passkey', { passkey: used }))).toBe(
    'PASSKEY_REFUSED',
  )
})

test('a failed sign-in also uses up its challenge', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  const options = (await browser('POST', '/login/passkey/options')).body()
  const wrong = passkey.use(options, { flags: 1 })
  await browser('POST', '/login/passkey', { passkey: wrong })
  const right = await browser('POST', '/login/passkey', { passkey: passkey.use(options) })
  expect(errorCode(right)).toBe('PASSKEY_REFUSED')
})

test('a challenge is refused in another browser, and stays valid in its own', async () => {
  const { passkey } = await setup()
  const [mine, theirs] = [newBrowser(auth), newBrowser(auth)]
  const options = (await mine('POST', '/login/passkey/options')).body()
  const used = passkey.use(options)
  expect(errorCode(await theirs('POST', '/login/passkey', { passkey: used }))).toBe(
    'PASSKEY_REFUSED',
  )
  expect((await mine('POST', '/login/passkey', { passkey: used })).status).toBe(200)
})

test('a challenge is valid for five minutes and for its own purpose only', async () => {
  const { browser, member, passkey } = await setup()
  const options = (await browser('POST', '/prove/options', {}, member.token)).body()
  const [key = ''] = await auth.redis.client.keys(`passkey-challenge:prove:*:${options.challenge}`)
  expect(await auth.redis.client.ttl(key)).toBeGreaterThan(295)
  expect(await auth.redis.client.ttl(key)).toBeLessThanOrEqual(300)
  const response = await browser('POST', '/login/passkey', { passkey: passkey.use(options) })
  expect(errorCode(response)).toBe('PASSKEY_REFUSED')
})

test('a counter that does not increase is refused, because it indicates a clone', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  expect((await signInByPasskey(browser, passkey, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6, 0]) {
    expect(errorCode(await signInByPasskey(browser, passkey, { counter }))).toBe('PASSKEY_REFUSED')
  }
  expect((await signInByPasskey(browser, passkey, { counter: 8 })).status).toBe(200)
})

test('only one of two concurrent uses with the same counter succeeds', async () => {
  const { passkey } = await setup()
  const signIn = () => signInByPasskey(newBrowser(auth), passkey, { counter: 3 })
  const statuses = (await Promise.all([signIn(), signIn()])).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 403])
})

test('a synced passkey, whose counter stays zero, works repeatedly', async () => {
  const { passkey } = await setup()
  for (let i = 0; i < 2; i += 1) {
    expect((await signInByPasskey(newBrowser(auth), passkey, { counter: 0 })).status).toBe(200)
  }
})

test('an invalid authenticator response is refused with 4xx', async () => {
  const browser = newBrowser(auth)
  const { passkey } = await setup()
  const options = (await browser('POST', '/login/passkey/options')).body()
  const good = passkey.use(options)
  const bad = [
    {},
    { passkey: null },
    { passkey: { ...good, type: 'password' } },
    { passkey: { ...good, id: '!' } },
    { passkey: { ...good, rawId: 'AAAA' } },
    { passkey: { ...good, response: { ...good.response, clientDataJSON: 'AAAA' } } },
    { passkey: { ...good, response: { ...good.response, authenticatorData: 'AA' } } },
    { passkey: { ...good, response: { ...good.response, signature: 'A'.repeat(9_000) } } },
  ]
  const responses = await Promise.all(bad.map((body) => browser('POST', '/login/passkey', body)))
  expect(responses.map(({ status }) => (status >= 400 && status < 500 ? 4 : status))).toEqual(
    bad.map(() => 4),
  )
})
