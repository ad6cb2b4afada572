import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { linkIn, mailsTo, mailTo } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { deleteExpiredLinks } from '../tokens/delete-expired-links.ts'
import { linkTokens } from '../tokens/link-tokens.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { freeAddresses } from './free-addresses.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

type Kind = 'confirm-email' | 'change-email' | 'undo-email'
const SUBJECTS: Record<Kind, RegExp> = {
  'confirm-email': /^Confirm your e-mail address/,
  'change-email': /^Confirm your new/,
  'undo-email': /is being changed/,
}
const DAYS = 24 * 60 * 60 * 1_000

const settings = (token: string) => auth.send('GET', '/api/auth/email', undefined, token)
const change = (token: string, email: string) =>
  auth.send('POST', '/api/auth/email', { email }, token)
const use = (kind: Kind, token: string, session?: string) =>
  auth.send('POST', '/api/auth/email/link', { kind, token }, session)
const look = (kind: Kind, token: string) =>
  auth.send('POST', '/api/auth/email/link/check', { kind, token })
const login = (email: string, password: string) =>
  auth.send('POST', '/api/auth/login', { email, password })
const code = ({ headers }: { headers: Headers }) => headers.get('inkproof-error')

async function register() {
  const someone = person()
  const { token, user } = (await auth.register(someone)).body()
  return { ...someone, token: token as string, id: user.id as string }
}

async function linkTo(address: string, kind: Kind): Promise<string> {
  return linkIn(await mailTo(address, SUBJECTS[kind])).secret
}

/** A person who has requested another address. */
async function changing() {
  const someone = await register()
  const to = person().email
  const asked = await change(someone.token, to)
  expect([asked.status, asked.body().pending.email]).toEqual([202, to])
  return {
    ...{ ...someone, to, confirm: await linkTo(to, 'change-email') },
    undo: await linkTo(someone.email, 'undo-email'),
  }
}

test('registering mails a link that confirms the address for the person signed in to it', async () => {
  const { email, token } = await register()
  const secret = await linkTo(email, 'confirm-email')
  expect((await settings(token)).body()).toMatchObject({ email, confirmed: false })
  for (let scan = 0; scan < 3; scan++)
    expect((await look('confirm-email', secret)).body()).toMatchObject({ email })
  expect((await settings(token)).body().confirmed).toBe(false)
  expect((await use('confirm-email', secret, token)).status).toBe(200)
  expect((await settings(token)).body()).toMatchObject({ confirmed: true, confirmation: null })
  expect(
    (await auth.send('GET', '/api/auth/me', undefined, token)).body().user.emailConfirmed,
  ).toBe(true)
  expect(code(await use('confirm-email', secret, token))).toBe('LINK_USED')
})

test.each(['confirm-email', 'change-email'] as const)(
  'a %s link opened signed out, or in another account, does nothing until its own account signs in',
  async (kind) => {
    const { email, token } = await register()
    const to = kind === 'confirm-email' ? email : person().email
    if (kind === 'change-email') await change(token, to)
    const secret = await linkTo(to, kind)
    expect(code(await use(kind, secret))).toBe('SIGN_IN_REQUIRED')
    expect(code(await use(kind, secret, (await register()).token))).toBe('LINK_FOR_OTHER')
    expect((await settings(token)).body()).toMatchObject({ email, confirmed: false })
    expect((await use(kind, secret, token)).status).toBe(200)
    expect((await settings(token)).body()).toMatchObject({ email: to, confirmed: true })
  },
)

test('changes to an address requested by strangers do not count against its account', async () => {
  const { email, token } = await register()
  for (let call = 0; call < 5; call++) {
    const stranger = await register()
    expect((await change(stranger.token, email)).status).toBe(202)
  }
  const asked = await auth.send('POST', '/api/auth/email/confirmation', undefined, token)
  expect(asked.status).toBe(202)
})

test('the link can be requested again, a few times an hour, and its delivery is shown', async () => {
  const { email, token } = await register()
  const ask = () => auth.send('POST', '/api/auth/email/confirmation', undefined, token)
  const asked = await ask()
  expect([asked.status, asked.body().confirmation.to]).toEqual([202, email])
  await until(async () => (await settings(token)).body().confirmation.state === 'sent')
  const statuses = []
  for (let call = 0; call < 5; call++) statuses.push((await ask()).status)
  expect(statuses).toEqual([202, 202, 202, 202, 429])
})

test('a change takes effect when the new address confirms it, and until then the old one signs in', async () => {
  const { email, password, token, to, confirm, id } = await changing()
  expect((await login(email, password)).status).toBe(200)
  expect((await login(to, password)).status).toBe(401)
  expect((await look('change-email', confirm)).body().email).toBe(to)
  expect((await use('change-email', confirm, token)).status).toBe(200)
  expect((await login(email, password)).status).toBe(401)
  const { user } = (await login(to, password)).body()
  expect([user.id, user.email, user.emailConfirmed]).toEqual([id, to, true])
  expect((await mailTo(to, /was changed/)).text).toContain(to)
})

test('a change requires a recent proof of identity', async () => {
  const late = await startAuth({ now: () => new Date(Date.now() + 11 * 60 * 1_000) })
  const { token } = (await auth.register()).body()
  expect((await late.send('GET', '/api/auth/email', undefined, token)).status).toBe(401)
  await late.stop()
  // The same key and database, eleven minutes later.
  const later = await startAuth({
    key: auth.key,
    mongoUrl: auth.config.MONGO_URL,
    now: () => new Date(Date.now() + 11 * 60 * 1_000),
  })
  const refused = await later.send('POST', '/api/auth/email', { email: person().email }, token)
  expect(code(refused)).toBe('PROOF_NEEDED')
  await later.end()
})

test('the old address stops a change: nothing changes and every session ends', async () => {
  const { email, password, token, to, confirm, undo } = await changing()
  expect((await look('undo-email', undo)).body()).toEqual({
    kind: 'undo-email',
    email,
    instead: to,
    changed: false,
  })
  expect((await use('undo-email', undo)).status).toBe(200)
  expect((await settings(token)).status).toBe(401)
  expect(code(await use('change-email', confirm, token))).toBe('LINK_EXPIRED')
  expect((await login(email, password)).status).toBe(200)
})

test('the old address reverts a confirmed change within seven days', async () => {
  const { email, password, token, to, confirm, undo } = await changing()
  await use('change-email', confirm, token)
  expect((await look('undo-email', undo)).body()).toMatchObject({
    email,
    instead: to,
    changed: true,
  })
  expect((await use('undo-email', undo)).status).toBe(200)
  expect((await mailTo(email, /^Your e-mail address was kept$/)).text).toContain(email)
  expect((await settings(token)).status).toBe(401)
  expect((await login(to, password)).status).toBe(401)
  expect((await login(email, password)).body().user.email).toBe(email)
  // The new address is free again.
  expect((await auth.register({ email: to })).status).toBe(201)
})

test('a thief cannot change it twice to make the undo link useless', async () => {
  const { token, confirm } = await changing()
  await use('change-email', confirm, token)
  expect(code(await change(token, person().email))).toBe('EMAIL_CHANGED_LATELY')
})

test('of two requested changes only the newest can be confirmed', async () => {
  const { token, confirm } = await changing()
  const to = person().email
  await change(token, to)
  const newest = await linkTo(to, 'change-email')
  expect(code(await use('change-email', confirm, token))).toBe('LINK_EXPIRED')
  expect((await use('change-email', newest, token)).body().email).toBe(to)
})

test('a change is cancelled in the settings', async () => {
  const { token, confirm } = await changing()
  const called = await auth.send('DELETE', '/api/auth/email/pending', undefined, token)
  expect([called.status, called.body().pending]).toEqual([200, null])
  expect(code(await use('change-email', confirm, token))).toBe('LINK_EXPIRED')
})

test('cancelling a change is rate-limited', async () => {
  const { token } = await register()
  const callOff = () => auth.send('DELETE', '/api/auth/email/pending', undefined, token)
  for (let i = 0; i < 60; i += 1) expect((await callOff()).status).toBe(200)
  expect(code(await callOff())).toBe('TOO_MANY_REQUESTS')
})

test('a new password voids a pending change', async () => {
  const { email, confirm } = await changing()
  await auth.send('POST', '/api/auth/forgot-password', { email })
  const { secret } = linkIn(await mailTo(email, /Choose a new password/))
  const password = 'another horse battery'
  await auth.send('POST', '/api/auth/reset-password', { token: secret, password })
  const { token } = (await login(email, password)).body()
  expect(code(await use('change-email', confirm, token))).toBe('LINK_EXPIRED')
})

test('only the reader of a taken address learns that, and keeps their account', async () => {
  const other = await register()
  const { token } = await register()
  const asked = await change(token, other.email)
  expect([asked.status, asked.body().pending.email]).toEqual([202, other.email])
  const secret = await linkTo(other.email, 'change-email')
  expect(code(await use('change-email', secret, token))).toBe('EMAIL_TAKEN')
  expect((await login(other.email, other.password)).body().user.id).toBe(other.id)
})

test('twenty confirmations and an undo at once result in one of the two outcomes', async () => {
  const { email, password, token, to, confirm, undo } = await changing()
  const calls = Array.from({ length: 20 }, () => use('change-email', confirm, token))
  const [undone] = await Promise.all([use('undo-email', undo), ...calls])
  expect(undone.status).toBe(200)
  expect((await login(email, password)).status).toBe(200)
  expect((await login(to, password)).status).toBe(401)
})

test('the old address is reserved while the change can be undone, and free afterwards', async () => {
  const { email, token, confirm, undo } = await changing()
  await use('change-email', confirm, token)
  expect(code(await auth.register({ email }))).toBe('EMAIL_TAKEN')
  const now = () => new Date(Date.now() + 8 * DAYS)
  const accounts = accountStore(
    accountModel(auth.mongo.connection),
    identityModel(auth.mongo.connection),
  )
  const deps = { accounts, now, links: linkTokens(tokenModel(auth.mongo.connection), now) }
  await freeAddresses(deps)
  expect(await accounts.findIdentity(emailIdentity(email))).toBeUndefined()
  expect((await auth.register({ email })).status).toBe(201)
  expect(code(await use('undo-email', undo))).toBe('LINK_EXPIRED')
})

test('links are deleted a month after they end', async () => {
  const { email } = await register()
  const secret = await linkTo(email, 'confirm-email')
  const model = tokenModel(auth.mongo.connection)
  const now = () => new Date(Date.now() + 38 * DAYS)
  await deleteExpiredLinks({ now, links: linkTokens(model, now) })
  expect(code(await look('confirm-email', secret))).toBe('LINK_UNKNOWN')
})

test('changing to the present address is refused with the reason', async () => {
  const { email, token } = await register()
  const refused = await change(token, email.toUpperCase())
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('your account has this address already'),
  ])
})

test('a mailed link never works as another kind of link', async () => {
  const { confirm } = await changing()
  for (const kind of ['confirm-email', 'undo-email'] as const)
    expect(code(await use(kind, confirm))).toBe('LINK_UNKNOWN')
})

test('a test e-mail is sent to oneself, and its delivery is shown', async () => {
  const { email, token } = await register()
  const asked = await auth.send('POST', '/api/auth/email-test', undefined, token)
  expect([asked.status, asked.body().to, asked.body().state]).toEqual([202, email, 'due'])
  const path = `/api/auth/email-test/${encodeURIComponent(asked.body().id)}`
  await until(async () => (await auth.send('GET', path, undefined, token)).body().state === 'sent')
  const sent = (await auth.send('GET', path, undefined, token)).body()
  expect(sent).toMatchObject({ tries: 1, answer: expect.stringMatching(/^250 /) })
  expect(await mailsTo(email)).toContainEqual(expect.objectContaining({ subject: sent.subject }))
  const stranger = await register()
  expect((await auth.send('GET', path, undefined, stranger.token)).status).toBe(404)
})

test('people see their own latest e-mails, newest first, and nobody else’s', async () => {
  const { email, token } = await register()
  await auth.send('POST', '/api/auth/forgot-password', { email })
  await auth.send('POST', '/api/auth/email-test', undefined, token)
  const { mails } = (await auth.send('GET', '/api/auth/emails', undefined, token)).body()
  expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Test message from Inkproof',
    'Choose a new password for Inkproof',
    'Confirm your e-mail address for Inkproof',
  ])
  expect(JSON.stringify(mails)).not.toMatch(/reset-password#|confirm-email=/)
})
