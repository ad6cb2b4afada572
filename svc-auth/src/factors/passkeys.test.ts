import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Lie, softPasskey } from '../testing/authenticator.ts'
import {
  comeByPasskey,
  givePasskey,
  newBrowser,
  newMember,
  signUpByPasskey,
} from '../testing/factors.ts'
import { linkIn, mailTo } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
let origin: string
beforeAll(async () => {
  auth = await startAuth()
  origin = new URL(auth.config.PUBLIC_ORIGIN).origin
})
afterAll(() => auth.stop())

const code = (answer: { headers: Headers }) => answer.headers.get('inkproof-error')

/** A member with a passkey, in their own browser. */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const passkey = softPasskey(origin)
  expect((await givePasskey(browser, member.token, passkey)).status).toBe(201)
  return { browser, member, passkey }
}

test('the passkey must be discoverable and verify the user by finger, face or PIN', async () => {
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

test('a passkey alone signs in from any browser, and its last use is shown', async () => {
  const { member, passkey } = await setup()
  const response = await comeByPasskey(newBrowser(auth), passkey)
  expect(response.status).toBe(200)
  expect(response.body().user.id).toBe(member.id)
  const account = await auth.send('GET', '/api/auth/account', undefined, response.body().token)
  expect(account.body().passkeys[0].usedAt).toEqual(expect.any(String))
})

test('an account can be created with nothing but a passkey', async () => {
  const browser = newBrowser(auth)
  const { passkey, answer } = await signUpByPasskey(auth, browser)
  expect(answer.status).toBe(201)
  const { user, token } = answer.body()
  expect(user).toMatchObject({ email: null, firstName: null, walletAddress: null })
  expect((await comeByPasskey(newBrowser(auth), passkey)).body().user.id).toBe(user.id)
  const account = (await browser('GET', '/account', undefined, token)).body()
  expect(account).toMatchObject({ hasPassword: false, passkeys: [{ id: passkey.id }] })
})

test('the name and address typed at sign-up are stored, and the address is taken', async () => {
  const { email } = person()
  const given = { email, firstName: 'Ada', lastName: 'Lovelace' }
  const { answer, options } = await signUpByPasskey(auth, newBrowser(auth), given)
  expect(answer.body().user).toMatchObject(given)
  expect(options.user).toMatchObject({ name: email, displayName: 'Ada Lovelace' })
  expect(code(await auth.register({ email }))).toBe('EMAIL_TAKEN')
  const again = await newBrowser(auth)('POST', '/register/passkey/options', { email })
  expect(code(again)).toBe('EMAIL_TAKEN')
})

test('an address given at sign-up by passkey is mailed a confirmation link', async () => {
  const { email } = person()
  await signUpByPasskey(auth, newBrowser(auth), { email })
  expect(linkIn(await mailTo(email, /Confirm/)).url).toContain('#confirm-email=')
})

test('an address that was taken while the passkey was created leaves no account behind', async () => {
  const browser = newBrowser(auth)
  const { email } = person()
  const options = (await browser('POST', '/register/passkey/options', { email })).body()
  await auth.register({ email })
  const passkey = softPasskey(origin)
  const late = await browser('POST', '/register/passkey', { passkey: passkey.create(options) })
  expect(code(late)).toBe('EMAIL_TAKEN')
  expect(code(await comeByPasskey(browser, passkey))).toBe('PASSKEY_UNKNOWN')
})

test.each<[string, Lie]>([
  ['another origin', { origin: 'https://inkpr00f.example' }],
  ['another host', { rpId: 'inkpr00f.example' }],
  ['a frame of another page', { crossOrigin: true }],
  ['nobody verified', { flags: 1 }],
  ['nobody present', { flags: 4 }],
  ['a signature of another kind of call', { type: 'webauthn.create' }],
  ['another account’s handle', { userHandle: Buffer.from('somebody').toString('base64url') }],
  ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
])('a sign-in is refused with %s', async (_, lie) => {
  const { passkey } = await setup()
  const response = await comeByPasskey(newBrowser(auth), passkey, lie)
  expect([response.status, code(response)]).toEqual([403, 'PASSKEY_REFUSED'])
})

test.each<[string, Lie]>([
  ['another origin', { origin: 'https://inkpr00f.example' }],
  ['another host', { rpId: 'inkpr00f.example' }],
  ['a frame of another page', { crossOrigin: true }],
  ['nobody verified', { flags: 1 }],
  ['a use of a passkey for the making of one', { type: 'webauthn.get' }],
])('a new passkey is refused with %s', async (_, lie) => {
  const browser = newBrowser(auth)
  const { token } = await newMember(browser)
  const response = await givePasskey(browser, token, softPasskey(origin), lie)
  expect([response.status, code(response)]).toEqual([403, 'PASSKEY_REFUSED'])
})

test('an unknown passkey opens nothing', async () => {
  const response = await comeByPasskey(newBrowser(auth), softPasskey(origin))
  expect([response.status, code(response)]).toEqual([401, 'PASSKEY_UNKNOWN'])
})

test('a challenge works once: of twenty concurrent uses one succeeds', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  const options = (await browser('POST', '/login/passkey/options')).body()
  const used = passkey.use(options)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => browser('POST', '/login/passkey', { passkey: used })),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(403)])
  expect(code(await browser('POST', '/login/passkey', { passkey: used }))).toBe('PASSKEY_REFUSED')
})

test('a failed challenge is used up as well', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  const options = (await browser('POST', '/login/passkey/options')).body()
  const wrong = passkey.use(options, { flags: 1 })
  await browser('POST', '/login/passkey', { passkey: wrong })
  const right = await browser('POST', '/login/passkey', { passkey: passkey.use(options) })
  expect(code(right)).toBe('PASSKEY_REFUSED')
})

test('a challenge of another browser is refused, and stays valid in its own', async () => {
  const { passkey } = await setup()
  const [mine, theirs] = [newBrowser(auth), newBrowser(auth)]
  const options = (await mine('POST', '/login/passkey/options')).body()
  const used = passkey.use(options)
  expect(code(await theirs('POST', '/login/passkey', { passkey: used }))).toBe('PASSKEY_REFUSED')
  expect((await mine('POST', '/login/passkey', { passkey: used })).status).toBe(200)
})

test('a challenge is valid for five minutes and for its own purpose only', async () => {
  const { browser, member, passkey } = await setup()
  const options = (await browser('POST', '/prove/options', {}, member.token)).body()
  const [key = ''] = await auth.redis.client.keys(`passkey-challenge:prove:*:${options.challenge}`)
  expect(await auth.redis.client.ttl(key)).toBeGreaterThan(295)
  expect(await auth.redis.client.ttl(key)).toBeLessThanOrEqual(300)
  const response = await browser('POST', '/login/passkey', { passkey: passkey.use(options) })
  expect(code(response)).toBe('PASSKEY_REFUSED')
})

test('a counter that does not increase indicates a copy, and is refused', async () => {
  const { passkey } = await setup()
  const browser = newBrowser(auth)
  expect((await comeByPasskey(browser, passkey, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6, 0]) {
    expect(code(await comeByPasskey(browser, passkey, { counter }))).toBe('PASSKEY_REFUSED')
  }
  expect((await comeByPasskey(browser, passkey, { counter: 8 })).status).toBe(200)
})

test('of two concurrent uses with the same count one succeeds', async () => {
  const { passkey } = await setup()
  const come = () => comeByPasskey(newBrowser(auth), passkey, { counter: 3 })
  const statuses = (await Promise.all([come(), come()])).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 403])
})

test('a synchronised passkey, which does not count, works repeatedly', async () => {
  const { passkey } = await setup()
  for (let time = 0; time < 2; time += 1) {
    expect((await comeByPasskey(newBrowser(auth), passkey, { counter: 0 })).status).toBe(200)
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
