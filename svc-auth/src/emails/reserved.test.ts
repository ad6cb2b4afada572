/** The previous address stays reserved while a change can be undone: no sign-in method can take it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { softPasskey } from '../testing/authenticator.ts'
import { newBrowser } from '../testing/factors.ts'
import { linkIn, mailTo } from '../testing/mailbox.ts'
import type { TestProvider } from '../testing/provider.ts'
import { ORIGIN, startWithProvider } from '../testing/provider-people.ts'
import { person, type TestAuth } from '../testing/start.ts'
import { walker } from '../testing/walker.ts'
import { linkTokens } from '../tokens/link-tokens.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { freeAddresses } from './free-addresses.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

const use = (kind: string, secret: string, token?: string) =>
  auth.send('POST', '/api/auth/email/link', { kind, token: secret }, token)
const code = ({ headers }: { headers: Headers }) => headers.get('inkproof-error')
const linkTo = async (address: string, subject: RegExp) =>
  linkIn(await mailTo(address, subject)).secret

async function register(fields = person()) {
  const { token, user } = (await auth.register(fields)).body()
  return { ...fields, token: token as string, id: user.id as string }
}

async function ask(token: string, email: string): Promise<string> {
  const asked = await auth.send('POST', '/api/auth/email', { email }, token)
  expect(asked.status).toBe(202)
  return linkTo(email, /^Confirm your new/)
}

/** An account whose address was changed from the victim's, and the victim's undo link. */
async function robbed(victim = person()) {
  const owner = await register(victim)
  const to = person().email
  const confirm = await ask(owner.token, to)
  expect((await use('change-email', confirm, owner.token)).status).toBe(200)
  return { ...owner, to, undo: await linkTo(owner.email, /is being changed/) }
}

async function expectUndone({ id, email, password, undo }: Awaited<ReturnType<typeof robbed>>) {
  expect((await use('undo-email', undo)).status).toBe(200)
  const { user } = (await auth.send('POST', '/api/auth/login', { email, password })).body()
  expect([user.id, user.email, user.emailConfirmed]).toEqual([id, email, true])
}

test('a reserved address is not free for a sign-up by passkey', async () => {
  const victim = await robbed()
  const browser = newBrowser(auth)
  const options = await browser('POST', '/register/passkey/options', { email: victim.email })
  expect(code(options)).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a sign-up by passkey that began while the address was free does not get it either', async () => {
  const [owner, browser] = [person(), newBrowser(auth)]
  const options = (
    await browser('POST', '/register/passkey/options', { email: owner.email })
  ).body()
  const victim = await robbed(owner)
  const passkey = softPasskey(ORIGIN).create(options)
  expect(code(await browser('POST', '/register/passkey', { passkey }))).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a reserved address is not free for a person whom a provider reports with it', async () => {
  const victim = await robbed()
  const name = crypto.randomUUID()
  provider.people.set(name, { email: victim.email, email_verified: true })
  const browsing = walker(auth, ORIGIN)
  const { value } = await browsing.signIn(name)
  const response = await browsing.call('POST', '/api/auth/provider/finish', { code: value })
  expect(code(response)).toBe('PROVIDER_EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a reserved address is not free for another account’s change of address', async () => {
  const victim = await robbed()
  const thief = await register()
  const confirm = await ask(thief.token, victim.email)
  expect(code(await use('change-email', confirm, thief.token))).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a reserved address is not free for a registration by password', async () => {
  const victim = await robbed()
  expect(code(await auth.register({ email: victim.email.toUpperCase() }))).toBe('EMAIL_TAKEN')
  await expectUndone(victim)
})

test('a change that was never confirmed releases nothing of a later one when its own undo expires', async () => {
  const owner = await register()
  await ask(owner.token, person().email)
  const first = await tokenModel(auth.mongo.connection).findOne({
    ownerId: owner.id,
    kind: 'undo-email',
  })
  const confirm = await ask(owner.token, person().email)
  await use('change-email', confirm, owner.token)
  // The undo link of the first change expires before that of the second.
  const ended = { $set: { expiresAt: new Date() } }
  await tokenModel(auth.mongo.connection).collection.updateOne({ _id: first?._id as never }, ended)
  const accounts = accountStore(
    accountModel(auth.mongo.connection),
    identityModel(auth.mongo.connection),
  )
  const now = () => new Date()
  await freeAddresses({ accounts, now, links: linkTokens(tokenModel(auth.mongo.connection), now) })
  expect(await accounts.findIdentity(emailIdentity(owner.email))).toBe(owner.id)
})
