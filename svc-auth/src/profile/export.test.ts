import { AccountExport } from '@inkproof/protocol/profile'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { eventModel } from '../events/events.model.ts'
import { person, sessionIdOf, startAuth, type TestAuth } from '../testing/start.ts'

let clock = new Date()
let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ now: () => clock })
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => auth.stop())

const exportAccount = (token?: string) => auth.send('GET', '/api/auth/export', undefined, token)

/** Creates a person with an event, a password, a passkey, an authenticator app and a requested password reset. */
async function setup() {
  const credentials = { ...person(), firstName: 'Ada' }
  const { user, token } = (await auth.register(credentials)).body()
  const at = new Date('2026-11-20T10:00:00.000Z')
  const passkey = { id: 'pk', publicKey: 'key-of-passkey', counter: 7, name: 'Phone', addedAt: at }
  const $set: Record<string, unknown> = {
    emailConfirmedAt: at,
    humanVerifiedAt: at,
    app: { secret: 'the-secret-of-the-app', confirmedAt: at, usedStep: 1 },
    recoveryCodes: ['hash-of-a-recovery-code'],
    passkeys: [{ ...passkey, transports: [], usedAt: null }],
  }
  const { collection } = accountModel(auth.mongo.connection)
  await collection.updateOne({ _id: user.id }, { $set })
  const kind = 'password-set' as const
  const event = { _id: `${user.id}.${kind}.1`, accountId: user.id, kind, at, data: { place: 'x' } }
  await eventModel(auth.mongo.connection).create(event)
  await auth.send('POST', '/api/auth/forgot-password', { email: credentials.email.toUpperCase() })
  return { credentials, user, token: token as string }
}

test('the export contains everything stored about the user, in the documented shape', async () => {
  const { credentials, user, token } = await setup()
  const response = await exportAccount(token)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const everything = AccountExport.parse(response.body())
  expect(everything).toMatchObject({
    id: user.id,
    account: { email: credentials.email, firstName: 'Ada', passkeys: [{ name: 'Phone' }] },
    humanVerifiedAt: '2026-11-20T10:00:00.000Z',
    devices: [{ label: expect.any(String) }],
    sessions: [{ way: 'password', device: expect.any(String) }],
    workspaces: [{ id: user.workspaceId, name: 'Ada’s workspace', since: user.createdAt }],
    history: [{ kind: 'account-created' }, { kind: 'password-set', data: { place: 'x' } }],
  })
  const links = everything.mailedLinks.map(({ kind, to }) => [kind, to.toLowerCase()])
  expect(links.toSorted()).toEqual([
    ['confirm-email', credentials.email],
    ['reset', credentials.email],
  ])
})

test('the export lists no reset requests for an address that is not confirmed', async () => {
  const credentials = person()
  const { token } = (await auth.register(credentials)).body()
  await auth.send('POST', '/api/auth/forgot-password', { email: credentials.email })
  const { mailedLinks } = (await exportAccount(token)).body()
  expect(mailedLinks.map(({ kind }: { kind: string }) => kind)).toEqual(['confirm-email'])
})

test('the export contains nothing that gives access to the account', async () => {
  const { credentials, user, token } = await setup()
  const { text } = await exportAccount(token)
  const account = await accountModel(auth.mongo.connection).findById(user.id).lean()
  const secrets = [
    credentials.password,
    account?.passwordHash ?? '',
    'the-secret-of-the-app',
    'hash-of-a-recovery-code',
    'key-of-passkey',
    // The hash of the browser's cookie.
    account?.devices[0]?.mark ?? '',
    sessionIdOf(token),
  ]
  expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([])
})

test('the export requires a session and a recent sign-in', async () => {
  const { token } = await setup()
  clock = new Date(clock.getTime() + 11 * 60_000)
  expect((await exportAccount(token)).headers.get('inkproof-error')).toBe('PROOF_NEEDED')
  expect((await exportAccount()).status).toBe(401)
})

test('the eleventh export within an hour is refused with Retry-After', async () => {
  const { token } = await setup()
  for (let sent = 0; sent < 10; sent += 1) expect((await exportAccount(token)).status).toBe(200)
  const response = await exportAccount(token)
  expect([response.status, Number(response.headers.get('retry-after')) > 3_000]).toEqual([
    429,
    true,
  ])
})
