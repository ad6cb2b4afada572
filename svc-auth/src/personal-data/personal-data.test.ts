/** The other services are notified of deleted accounts and changed workspaces, even after an outage. */
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { readConfig } from '../config.ts'
import { eventModel } from '../events/events.model.ts'
import { colleaguesOf } from '../testing/colleagues.ts'
import { knownPerson } from '../testing/known-people.ts'
import { type OtherService, otherService } from '../testing/other-service.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { deletionSweeper } from '../testing/sweep-deletions.ts'
import { workspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'

let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
let auth: TestAuth
let sweep: () => Promise<void>
let other: OtherService

beforeAll(async () => {
  other = await otherService()
  const env = { SMTP_URL: NO_MAIL_SERVER, PERSONAL_DATA_SERVICES: other.setting }
  auth = await startAuth({ now, env })
  sweep = deletionSweeper(auth, now)
})
afterAll(() => auth.stop())

beforeEach(async () => {
  Object.assign(other, { ended: [], workspaces: [], isDone: true })
  await other.start()
})
afterEach(async () => {
  await other.stop()
  aheadMs = 0
})

/** A person who is due for deletion. */
async function leaver() {
  const { accountId: id, token, email } = await knownPerson(auth)
  const asked = await auth.send(
    'POST',
    '/api/auth/deletion',
    { confirmation: 'delete my account' },
    token,
  )
  expect(asked.status).toBe(200)
  aheadMs = 14 * DAY_MS + 1_000
  const account = () => accountModel(auth.mongo.connection).findById(id).lean()
  const lastMail = () =>
    eventModel(auth.mongo.connection).findOne({ accountId: id, kind: 'account-deleted' }).lean()
  const takeMail = () =>
    eventModel(auth.mongo.connection).updateOne(
      { accountId: id, kind: 'account-deleted' },
      { 'mail.state': 'sent' },
    )
  return { id, email, account, lastMail, takeMail }
}

test('every other service is notified of a deleted account, and again once no call can be running', async () => {
  const { id, account, takeMail } = await leaver()
  await sweep()
  expect(other.ended).toEqual([id])
  await takeMail()
  aheadMs += 61_000
  await sweep()
  expect(other.ended).toEqual([id, id])
  expect(await account()).toBeNull()
})

test('an unreachable service delays the deletion and the e-mail about it until it has answered', async () => {
  const { id, account, lastMail, takeMail } = await leaver()
  await other.stop()
  await sweep()
  aheadMs += 61_000
  await sweep()
  expect(await account()).toMatchObject({ passwordHash: null, endedElsewhereAt: null })
  expect(await lastMail()).toBeNull()
  await other.start()
  await sweep()
  expect(other.ended).toEqual([id])
  expect(await lastMail()).not.toBeNull()
  await takeMail()
  await sweep()
  expect(await account()).toBeNull()
})

test('a service that is not done yet is asked again', async () => {
  const { id, account, takeMail } = await leaver()
  other.isDone = false
  await sweep()
  aheadMs += 61_000
  await sweep()
  expect(await account()).not.toBeNull()
  other.isDone = true
  await sweep()
  await takeMail()
  await sweep()
  expect([other.ended, await account()]).toEqual([[id, id, id], null])
})

test('a workspace’s rename, its members and its deletion reach the other services', async () => {
  const people = colleaguesOf(auth)
  const owner = await people.newcomer()
  const as = people.as(owner)
  await as.list()
  const id = await as.found('Acme')
  const told = () => other.workspaces.filter(({ workspaceId }) => workspaceId === id).at(-1)
  await auth.send('PATCH', `/api/auth/workspaces/${id}`, { name: 'Acme Legal' }, owner.token)
  await until(() => told()?.name === 'Acme Legal')
  const member = await people.letIn(owner, id, 'viewer')
  await until(() => told()?.members.length === 2)
  expect(told()?.members).toEqual([
    { accountId: owner.accountId, role: 'owner' },
    { accountId: member.accountId, role: 'viewer' },
  ])
  const workspaces = workspaceStore(workspaceModel(auth.mongo.connection))
  await workspaces.change(id, () => ({ members: [] }))
  await until(() => told()?.ended === true)
  await until(async () => (await workspaces.find(id)) === undefined)
})

test('a change made while a service was unreachable reaches it later, once and in its current state', async () => {
  const people = colleaguesOf(auth)
  const owner = await people.newcomer()
  const id = await people.as(owner).found('Acme')
  const rename = (name: string) =>
    auth.send('PATCH', `/api/auth/workspaces/${id}`, { name }, owner.token)
  await other.stop()
  expect((await rename('First')).status).toBe(200)
  expect((await rename('Second')).status).toBe(200)
  const figures = async () => (await auth.send('GET', '/metrics')).text
  await until(async () =>
    /service_notices_total\{[^}]*outcome="failed"[^}]*\} [1-9]/.test(await figures()),
  )
  expect(await figures()).toMatch(/workspaces_to_announce\{[^}]*\} [1-9]/)
  const readiness = await auth.send('GET', '/readyz')
  expect([readiness.status, readiness.body().ready]).toEqual([200, true])
  expect(readiness.body().dependencies).toContainEqual(
    expect.objectContaining({
      name: 'svc-notes',
      ready: false,
      reason: expect.stringContaining('have been pending since'),
    }),
  )
  await other.start()
  aheadMs += 61_000
  const told = () => other.workspaces.filter(({ workspaceId }) => workspaceId === id)
  await until(() => told().length > 0)
  expect(told()).toMatchObject([{ name: 'Second' }])
  await until(async () => /workspaces_to_announce\{[^}]*\} 0/.test(await figures()))
  expect((await auth.send('GET', '/readyz')).text).not.toContain('have waited')
})

test('the export contains every other service’s data, or fails', async () => {
  const { accountId, token } = await knownPerson(auth)
  const read = () => auth.send('GET', '/api/auth/export', undefined, token)
  const response = await read()
  expect(response.status).toBe(200)
  const notes = [1, 2, 3].map((number) => ({ kind: 'note', text: `${number} of ${accountId}` }))
  expect(response.body().services).toEqual({ 'svc-notes': notes })
  await other.stop()
  expect((await read()).status).toBe(503)
})

test('an invalid list of services is refused at the start', () => {
  const settings = { ...auth.config, PORT: '0', PERSONAL_DATA_SERVICES: 'documents-api:3000' }
  expect(() => readConfig(JSON.parse(JSON.stringify(settings)))).toThrow('PERSONAL_DATA_SERVICES')
})
