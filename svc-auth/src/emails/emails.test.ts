import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createAccountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { extractLink, listEmails, waitForEmail } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { deleteExpiredLinks } from '../tokens/delete-expired-links.ts'
import { createLinkTokens } from '../tokens/link-tokens.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { releaseReservedAddresses } from './release-reserved-addresses.ts'

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
const DAY_MS = 24 * 60 * 60 * 1_000

const settings = (token: string) => auth.send('GET', '/api/auth/email', undefined, token)
const change = (token: string, email: string) =>
  auth.send('POST', '/api/auth/email', { email }, token)
const applyLink = (kind: Kind, token: string, session?: string) =>
  auth.send('POST', '/api/auth/email/link', { kind, token }, session)
const checkLink = (kind: Kind, token: string) =>
  auth.send('POST', '/api/auth/email/link/check', { kind, token })
const login = (email: string, password: string) =>
  auth.send('POST', '/api/auth/login', { email, password })
const errorCode = ({ headers }: { headers: Headers }) => headers.get('inkproof-error')

async function register() {
  const credentials = person()
  const { token, user } = (await auth.register(credentials)).body()
  return { ...credentials, token: token as string, id: user.id as string }
}

async function waitForSecret(address: string, kind: Kind): Promise<string> {
  return extractLink(await waitForEmail(address, SUBJECTS[kind])).secret
}

/** Registers a person and requests a change of their address. */
async function setUpChange() {
  const credentials = await register()
  const to = person().email
  const response = await change(credentials.token, to)
  expect([response.status, response.body().pending.email]).toEqual([202, to])
  return {
    ...{ ...credentials, to, confirm: await waitForSecret(to, 'change-email') },
    undo: await waitForSecret(credentials.email, 'undo-email'),
  }
}

test('registering sends a link that confirms the address when its owner is signed in', async () => {
  const { email, token } = await register()
  const secret = await waitForSecret(email, 'confirm-email')
  expect((await settings(token)).body()).toMatchObject({ email, confirmed: false })
  for (let scan = 0; scan < 3; scan++)
    expect((await checkLink('confirm-email', secret)).body()).toMatchObject({ email })
  expect((await settings(token)).body().confirmed).toBe(false)
  expect((await applyLink('confirm-email', secret, token)).status).toBe(200)
  expect((await settings(token)).body()).toMatchObject({ confirmed: true, confirmation: null })
  expect(
    (await auth.send('GET', '/api/auth/me', undefined, token)).body().user.emailConfirmed,
  ).toBe(true)
  expect(errorCode(await applyLink('confirm-email', secret, token))).toBe('LINK_USED')
})

test.each(['confirm-email', 'change-email'] as const)(
  'a %s link has no effect when opened signed out or in another account',
  async (kind) => {
    const { email, token } = await register()
    const to = kind === 'confirm-email' ? email : person().email
    if (kind === 'change-email') await change(token, to)
    const secret = await waitForSecret(to, kind)
    expect(errorCode(await applyLink(kind, secret))).toBe('SIGN_IN_REQUIRED')
    expect(errorCode(await applyLink(kind, secret, (await register()).token))).toBe(
      'LINK_FOR_ANOTHER_ACCOUNT',
    )
    expect((await settings(token)).body()).toMatchObject({ email, confirmed: false })
    expect((await applyLink(kind, secret, token)).status).toBe(200)
    expect((await settings(token)).body()).toMatchObject({ email: to, confirmed: true })
  },
)

test('change requests by other accounts do not use up the confirmation e-mails of an address’s owner', async () => {
  const { email, token } = await register()
  for (let call = 0; call < 5; call++) {
    const stranger = await register()
    expect((await change(stranger.token, email)).status).toBe(202)
  }
  const response = await auth.send('POST', '/api/auth/email/confirmation', undefined, token)
  expect(response.status).toBe(202)
})

test('the confirmation link can be resent five times an hour, and its delivery state is shown', async () => {
  const { email, token } = await register()
  const resend = () => auth.send('POST', '/api/auth/email/confirmation', undefined, token)
  const response = await resend()
  expect([response.status, response.body().confirmation.to]).toEqual([202, email])
  await until(async () => (await settings(token)).body().confirmation.state === 'sent')
  const statuses = []
  for (let call = 0; call < 5; call++) statuses.push((await resend()).status)
  expect(statuses).toEqual([202, 202, 202, 202, 429])
})

test('a change takes effect when the new address is confirmed; until then the old one signs in', async () => {
  const { email, password, token, to, confirm, id } = await setUpChange()
  expect((await login(email, password)).status).toBe(200)
  expect((await login(to, password)).status).toBe(401)
  expect((await checkLink('change-email', confirm)).body().email).toBe(to)
  expect((await applyLink('change-email', confirm, token)).status).toBe(200)
  expect((await login(email, password)).status).toBe(401)
  const { user } = (await login(to, password)).body()
  expect([user.id, user.email, user.emailConfirmed]).toEqual([id, to, true])
  expect((await waitForEmail(to, /was changed/)).text).toContain(to)
})

test('a change requires a recent sign-in', async () => {
  const otherAuth = await startAuth({ now: () => new Date(Date.now() + 11 * 60 * 1_000) })
  const { token } = (await auth.register()).body()
  expect((await otherAuth.send('GET', '/api/auth/email', undefined, token)).status).toBe(401)
  await otherAuth.stop()
  // The same key and database, eleven minutes later.
  const laterAuth = await startAuth({
    key: auth.key,
    mongoUrl: auth.config.MONGO_URL,
    now: () => new Date(Date.now() + 11 * 60 * 1_000),
  })
  const refused = await laterAuth.send('POST', '/api/auth/email', { email: person().email }, token)
  expect(errorCode(refused)).toBe('PROOF_NEEDED')
  await laterAuth.end()
})

test('the undo link cancels an unconfirmed change and ends every session', async () => {
  const { email, password, token, to, confirm, undo } = await setUpChange()
  expect((await checkLink('undo-email', undo)).body()).toEqual({
    kind: 'undo-email',
    email,
    instead: to,
    changed: false,
  })
  expect((await applyLink('undo-email', undo)).status).toBe(200)
  expect((await settings(token)).status).toBe(401)
  expect(errorCode(await applyLink('change-email', confirm, token))).toBe('LINK_EXPIRED')
  expect((await login(email, password)).status).toBe(200)
})

test('the undo link reverts a confirmed change within seven days', async () => {
  const { email, password, token, to, confirm, undo } = await setUpChange()
  await applyLink('change-email', confirm, token)
  expect((await checkLink('undo-email', undo)).body()).toMatchObject({
    email,
    instead: to,
    changed: true,
  })
  expect((await applyLink('undo-email', undo)).status).toBe(200)
  const notice = await waitForEmail(email, /^The change of your e-mail address was undone$/)
  expect(notice.text).toContain(email)
  expect((await settings(token)).status).toBe(401)
  expect((await login(to, password)).status).toBe(401)
  expect((await login(email, password)).body().user.email).toBe(email)
  // The new address is available again.
  expect((await auth.register({ email: to })).status).toBe(201)
})

test('a second change is refused while the first can be undone', async () => {
  const { token, confirm } = await setUpChange()
  await applyLink('change-email', confirm, token)
  expect(errorCode(await change(token, person().email))).toBe('EMAIL_RECENTLY_CHANGED')
})

test('only the newest of two requested changes can be confirmed', async () => {
  const { token, confirm } = await setUpChange()
  const to = person().email
  await change(token, to)
  const newest = await waitForSecret(to, 'change-email')
  expect(errorCode(await applyLink('change-email', confirm, token))).toBe('LINK_EXPIRED')
  expect((await applyLink('change-email', newest, token)).body().email).toBe(to)
})

test('a change can be cancelled in the settings', async () => {
  const { token, confirm } = await setUpChange()
  const response = await auth.send('DELETE', '/api/auth/email/pending', undefined, token)
  expect([response.status, response.body().pending]).toEqual([200, null])
  expect(errorCode(await applyLink('change-email', confirm, token))).toBe('LINK_EXPIRED')
})

test('cancelling a change is rate-limited', async () => {
  const { token } = await register()
  const cancelChange = () => auth.send('DELETE', '/api/auth/email/pending', undefined, token)
  for (let i = 0; i < 60; i += 1) expect((await cancelChange()).status).toBe(200)
  expect(errorCode(await cancelChange())).toBe('TOO_MANY_REQUESTS')
})

test('a new password invalidates a pending change', async () => {
  const { email, confirm } = await setUpChange()
  await auth.send('POST', '/api/auth/forgot-password', { email })
  const { secret } = extractLink(await waitForEmail(email, /Choose a new password/))
  const password = 'another horse battery'
  await auth.send('POST', '/api/auth/reset-password', { token: secret, password })
  const { token } = (await login(email, password)).body()
  expect(errorCode(await applyLink('change-email', confirm, token))).toBe('LINK_EXPIRED')
})

test('only the confirmation link reveals that an address is taken', async () => {
  const other = await register()
  const { token } = await register()
  const response = await change(token, other.email)
  expect([response.status, response.body().pending.email]).toEqual([202, other.email])
  const secret = await waitForSecret(other.email, 'change-email')
  expect(errorCode(await applyLink('change-email', secret, token))).toBe('EMAIL_TAKEN')
  expect((await login(other.email, other.password)).body().user.id).toBe(other.id)
})

test('an undo wins over twenty concurrent confirmations', async () => {
  const { email, password, token, to, confirm, undo } = await setUpChange()
  const calls = Array.from({ length: 20 }, () => applyLink('change-email', confirm, token))
  const [undone] = await Promise.all([applyLink('undo-email', undo), ...calls])
  expect(undone.status).toBe(200)
  expect((await login(email, password)).status).toBe(200)
  expect((await login(to, password)).status).toBe(401)
})

test('the old address is reserved while the change can be undone, and available afterwards', async () => {
  const { email, token, confirm, undo } = await setUpChange()
  await applyLink('change-email', confirm, token)
  expect(errorCode(await auth.register({ email }))).toBe('EMAIL_TAKEN')
  const now = () => new Date(Date.now() + 8 * DAY_MS)
  const accounts = createAccountStore(
    accountModel(auth.mongo.connection),
    identityModel(auth.mongo.connection),
  )
  const deps = { accounts, now, links: createLinkTokens(tokenModel(auth.mongo.connection), now) }
  await releaseReservedAddresses(deps)
  expect(await accounts.findAccountId(emailIdentity(email))).toBeUndefined()
  expect((await auth.register({ email })).status).toBe(201)
  expect(errorCode(await applyLink('undo-email', undo))).toBe('LINK_EXPIRED')
})

test('links are deleted a month after they expire', async () => {
  const { email } = await register()
  const secret = await waitForSecret(email, 'confirm-email')
  const model = tokenModel(auth.mongo.connection)
  const now = () => new Date(Date.now() + 38 * DAY_MS)
  await deleteExpiredLinks({ now, links: createLinkTokens(model, now) })
  expect(errorCode(await checkLink('confirm-email', secret))).toBe('LINK_UNKNOWN')
})

test('changing to the current address is refused with the reason', async () => {
  const { email, token } = await register()
  const refused = await change(token, email.toUpperCase())
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('your account already has this address'),
  ])
})

test('a link of one kind is not accepted as another kind', async () => {
  const { confirm } = await setUpChange()
  for (const kind of ['confirm-email', 'undo-email'] as const)
    expect(errorCode(await applyLink(kind, confirm))).toBe('LINK_UNKNOWN')
})

test('a test e-mail is sent to the account’s own address, and its delivery is shown', async () => {
  const { email, token } = await register()
  const response = await auth.send('POST', '/api/auth/email-test', undefined, token)
  expect([response.status, response.body().to, response.body().state]).toEqual([202, email, 'due'])
  const path = `/api/auth/email-test/${encodeURIComponent(response.body().id)}`
  await until(async () => (await auth.send('GET', path, undefined, token)).body().state === 'sent')
  const sent = (await auth.send('GET', path, undefined, token)).body()
  expect(sent).toMatchObject({ tries: 1, answer: expect.stringMatching(/^250 /) })
  expect(await listEmails(email)).toContainEqual(expect.objectContaining({ subject: sent.subject }))
  const stranger = await register()
  expect((await auth.send('GET', path, undefined, stranger.token)).status).toBe(404)
})

test('people see only their own latest e-mails, newest first', async () => {
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
