/** The Redis commands of svc-auth and of the service kit, run against a Cluster. */
import { type RedisCluster, startCluster } from '@inkproof/service-kit/testing/redis-processes'
import { listScripts, watchScripts } from '@inkproof/service-kit/testing/redis-scripts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { waitForEmail } from './testing/mailbox.ts'
import { person, solveVerification, startAuth, type TestAuth } from './testing/start.ts'
import { createWorkspacePeople, type WorkspacePeople } from './testing/workspace-people.ts'

let cluster: RedisCluster
let auth: TestAuth
let people: WorkspacePeople
let scripts: Awaited<ReturnType<typeof watchScripts>>

beforeAll(async () => {
  cluster = await startCluster()
  scripts = await watchScripts(cluster.nodes.map(({ client }) => client))
  auth = await startAuth({ env: cluster.env, captcha: 'altcha' })
  people = createWorkspacePeople(auth)
})

afterAll(async () => {
  scripts.stop()
  await auth.stop()
  await cluster.remove()
})

test('accounts of all nodes register, sign in, list their sessions and end them', async () => {
  for (let i = 0; i < 4; i += 1) {
    const credentials = person()
    const token = (await auth.register(credentials)).body().token
    const turnstileToken = await solveVerification(auth)
    const login = await auth.send('POST', '/api/auth/login', { ...credentials, turnstileToken })
    expect(login.status).toBe(200)
    const list = async (by: string) => auth.send('GET', '/api/auth/sessions', undefined, by)
    expect((await list(token)).body().sessions).toHaveLength(2)
    const ended = await auth.send('DELETE', '/api/auth/sessions', undefined, token)
    expect(ended.body()).toEqual({ ended: 1 })
    expect((await list(login.body().token)).status).toBe(401)
    expect((await auth.send('POST', '/api/auth/logout', undefined, token)).status).toBe(204)
  }
})

test('changing a role changes the sessions of the member', async () => {
  const { owner, id, others } = await people.createTeam('member')
  const [member] = others
  if (!member) throw new Error('no member')
  expect((await people.as(member).enter(id)).status).toBe(200)
  await people.as(owner).setRole(id, member.accountId, 'viewer')
  expect(await people.as(member).me()).toMatchObject({ workspaceId: id, role: 'viewer' })
})

test('confirming the identity updates the session', async () => {
  const { token, password } = await people.newPerson()
  const response = await auth.send('POST', '/api/auth/prove', { password }, token)
  expect([response.status, response.text]).toEqual([204, ''])
})

test('repeated requests take effect once, and e-mails are sent', async () => {
  const { token } = await people.newPerson()
  const { email } = person()
  const send = (body: unknown, key: string) =>
    auth.send('POST', '/api/auth/email', body, token, { 'idempotency-key': key })
  const first = await send({ email }, 'k1')
  const emailId = (response: typeof first) => response.body().pending.mail.id
  expect(emailId(await send({ email }, 'k1'))).toBe(emailId(first))
  await waitForEmail(email, /./)
})

test('a refused request releases its Idempotency-Key', async () => {
  const { owner } = await people.createTeam('member')
  const request = { confirmation: 'delete my account' }
  const headers = { 'idempotency-key': 'k' }
  const refused = await auth.send('POST', '/api/auth/deletion', request, owner.token, headers)
  expect(refused.headers.get('inkproof-error')).toBe('SOLE_OWNER_OF_WORKSPACE')
})

test('single-use challenges are stored', async () => {
  const { token } = await people.newPerson()
  const calls = [
    ['POST', '/api/auth/login/passkey/options'],
    ['POST', '/api/auth/passkeys/options', token],
  ] as const
  for (const [method, path, by] of calls)
    expect([path, (await auth.send(method, path, {}, by)).status]).toEqual([path, 200])
})

test('no command was refused because of its keys, and every script ran', async () => {
  // redis-cluster.long.test.ts of the service kit runs the scripts of the limits, some of which svc-auth does not use.
  const expected = [...listScripts('svc-auth'), ...listScripts('packages/service-kit')].filter(
    ({ path }) => path !== 'packages/service-kit/src/limit.ts',
  )
  expect(expected.length).toBeGreaterThanOrEqual(8)
  expect(expected.filter(({ name }) => !scripts.names.has(name))).toEqual([])
  expect(await cluster.countCrossSlotErrors()).toBe(0)
})
