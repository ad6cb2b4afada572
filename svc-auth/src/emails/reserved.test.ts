/** Tests that no other account can use the previous address, by any sign-in method, while a change can be undone. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createAccountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { createSoftPasskey } from '../testing/authenticator.ts'
import { newBrowser } from '../testing/factors.ts'
import { extractLink, waitForEmail } from '../testing/mailbox.ts'
import type { TestProvider } from '../testing/provider.ts'
import { ORIGIN, startWithProvider } from '../testing/provider-people.ts'
import { createRedirectBrowser } from '../testing/redirect-browser.ts'
import { person, type TestAuth } from '../testing/start.ts'
import { createLinkTokens } from '../tokens/link-tokens.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { releaseReservedAddresses } from './release-reserved-addresses.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

const applyLink = (kind: string, secret: string, token?: string) =>
  auth.send('POST', '/api/auth/email/link', { kind, token: secret }, token)
const errorCode = ({ headers }: { headers: Headers }) => headers.get('inkproof-error')
const waitForSecret = async (address: string, subject: RegExp) =>
  extractLink(await waitForEmail(address, subject)).secret

async function register(fields = person()) {
  const { token, user } = (await auth.register(fields)).body()
  return { ...fields, token: token as string, id: user.id as string }
}

async function requestChange(token: string, email: string): Promise<string> {
  const response = await auth.send('POST', '/api/auth/email', { email }, token)
  expect(response.status).toBe(202)
  return waitForSecret(email, /^Confirm your new/)
}

/** Changes the address of a victim's account. Returns the account and the victim's undo link. */
async function changeVictimAddress(victim = person()) {
  const owner = await register(victim)
  const to = person().email
  const confirm = await requestChange(owner.token, to)
  expect((await applyLink('change-email', confirm, owner.token)).status).toBe(200)
  return { ...owner, to, undo: await waitForSecret(owner.email, /is being changed/) }
}

async function expectUndone({
  id,
  email,
  password,
  undo,
}: Awaited<ReturnType<typeof changeVictimAddress>>) {
  expect((await applyLink('undo-email', undo)).status).toBe(200)
  const { user } = (await auth.send('POST', '/api/auth/login', { email, password })).body()
  expect([user.id, user.email, user.emailConfirmed]).toEqual([id, email, true])
}

test('a sign-up by passkey cannot take a reserved address', async () => {
  const victim = await changeVictimAddress()
  const browser = newBrowser(auth)
  const options = await browser('POST', '/register/passkey/options', { email: victim.email })
  expect(errorCode(options)).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a sign-up by passkey that started earlier cannot take a reserved address', async () => {
  const [owner, browser] = [person(), newBrowser(auth)]
  const options = (
    await browser('POST', '/register/passkey/options', { email: owner.email })
  ).body()
  const victim = await changeVictimAddress(owner)
  const passkey = createSoftPasskey(ORIGIN).create(options)
  expect(errorCode(await browser('POST', '/register/passkey', { passkey }))).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a provider sign-in cannot take a reserved address', async () => {
  const victim = await changeVictimAddress()
  const name = crypto.randomUUID()
  provider.people.set(name, { email: victim.email, email_verified: true })
  const visitor = createRedirectBrowser(auth, ORIGIN)
  const { value } = await visitor.signIn(name)
  const response = await visitor.call('POST', '/api/auth/provider/finish', { code: value })
  expect(errorCode(response)).toBe('PROVIDER_EMAIL_TAKEN')
  await expectUndone(victim)
})

test('another account cannot change its address to a reserved one', async () => {
  const victim = await changeVictimAddress()
  const attacker = await register()
  const confirm = await requestChange(attacker.token, victim.email)
  expect(errorCode(await applyLink('change-email', confirm, attacker.token))).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a registration by password cannot take a reserved address', async () => {
  const victim = await changeVictimAddress()
  expect(errorCode(await auth.register({ email: victim.email.toUpperCase() }))).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('an expired undo link of an unconfirmed change does not release the address of a later change', async () => {
  const owner = await register()
  await requestChange(owner.token, person().email)
  const first = await tokenModel(auth.mongo.connection).findOne({
    ownerId: owner.id,
    kind: 'undo-email',
  })
  const confirm = await requestChange(owner.token, person().email)
  await applyLink('change-email', confirm, owner.token)
  // The undo link of the first change expires before that of the second.
  const expired = { $set: { expiresAt: new Date() } }
  await tokenModel(auth.mongo.connection).collection.updateOne(
    { _id: first?._id as never },
    expired,
  )
  const accounts = createAccountStore(
    accountModel(auth.mongo.connection),
    identityModel(auth.mongo.connection),
  )
  const now = () => new Date()
  await releaseReservedAddresses({
    accounts,
    now,
    links: createLinkTokens(tokenModel(auth.mongo.connection), now),
  })
  expect(await accounts.findAccountId(emailIdentity(owner.email))).toBe(owner.id)
})
