/** Tests that other services are notified of deleted accounts and changed workspaces, even after an outage. */
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { readConfig } from '../config.ts'
import { eventModel } from '../events/events.model.ts'
import { createOtherService, type OtherService } from '../testing/other-service.ts'
import { registeredPerson } from '../testing/registered-people.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { deletionSweeper } from '../testing/sweep-deletions.ts'
import { createWorkspacePeople } from '../testing/workspace-people.ts'
import { createWorkspaceStore } from '../workspaces/workspace-store.ts'
import { workspaceModel } from '../workspaces/workspaces.model.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'

let clockOffsetMs = 0
const now = () => new Date(Date.now() + clockOffsetMs)
let auth: TestAuth
let sweep: () => Promise<void>
let other: OtherService

beforeAll(async () => {
  other = await createOtherService()
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
  clockOffsetMs = 0
})

/** Creates a user whose account is due for deletion. */
async function personDueForDeletion() {
  const { accountId: id, token, email } = await registeredPerson(auth)
  const response = await auth.send(
    'POST',
    '/api/auth/deletion',
    { confirmation: 'delete my account' },
    token,
  )
  expect(response.status).toBe(200)
  clockOffsetMs = 14 * DAY_MS + 1_000
  const account = () => accountModel(auth.mongo.connection).findById(id).lean()
  const lastEmail = () =>
    eventModel(auth.mongo.connection).findOne({ accountId: id, kind: 'account-deleted' }).lean()
  const markMailSent = () =>
    eventModel(auth.mongo.connection).updateOne(
      { accountId: id, kind: 'account-deleted' },
      { 'mail.state': 'sent' },
    )
  /** Runs the remaining sweeps once the last e-mail is sent. */
  const complete = async () => {
    await sweep()
    clockOffsetMs += 61_000
    await sweep()
  }
  return { id, email, account, lastEmail, markMailSent, complete }
}

test('other services are notified when an account is deleted, and again once its requests in flight have finished', async () => {
  const { id, account, markMailSent, complete } = await personDueForDeletion()
  await sweep()
  expect(other.ended).toEqual([id])
  await markMailSent()
  clockOffsetMs += 61_000
  await complete()
  expect(other.ended).toEqual([id, id])
  expect(await account()).toBeNull()
})

test('an unreachable service delays the deletion and the last e-mail until it is reachable', async () => {
  const { id, account, lastEmail, markMailSent, complete } = await personDueForDeletion()
  await other.stop()
  await sweep()
  clockOffsetMs += 61_000
  await sweep()
  expect(await account()).toMatchObject({ passwordHash: null, endedElsewhereAt: null })
  expect(await lastEmail()).toBeNull()
  await other.start()
  await sweep()
  expect(other.ended).toEqual([id])
  expect(await lastEmail()).not.toBeNull()
  await markMailSent()
  await complete()
  expect(await account()).toBeNull()
})

test('a service that has not finished is notified again', async () => {
  const { id, account, markMailSent, complete } = await personDueForDeletion()
  other.isDone = false
  await sweep()
  clockOffsetMs += 61_000
  await sweep()
  expect(await account()).not.toBeNull()
  other.isDone = true
  await sweep()
  await markMailSent()
  await complete()
  expect([other.ended, await account()]).toEqual([[id, id, id], null])
})

test('the other services are notified when a workspace is renamed, gets members or is deleted', async () => {
  const people = createWorkspacePeople(auth)
  const owner = await people.newPerson()
  const as = people.as(owner)
  await as.list()
  const id = await as.createWorkspace('Acme')
  const notices = () => other.workspaces.filter(({ workspaceId }) => workspaceId === id).at(-1)
  await auth.send('PATCH', `/api/auth/workspaces/${id}`, { name: 'Acme Legal' }, owner.token)
  await until(() => notices()?.name === 'Acme Legal')
  const member = await people.addMember(owner, id, 'viewer')
  await until(() => notices()?.members.length === 2)
  expect(notices()?.members).toEqual([
    { accountId: owner.accountId, role: 'owner' },
    { accountId: member.accountId, role: 'viewer' },
  ])
  const workspaces = createWorkspaceStore(workspaceModel(auth.mongo.connection))
  await workspaces.change(id, () => ({ members: [] }))
  await until(() => notices()?.ended === true)
  await until(async () => (await workspaces.find(id)) === undefined)
})

test('changes made while a service is unreachable are sent once, with the latest state, after it recovers', async () => {
  const people = createWorkspacePeople(auth)
  const owner = await people.newPerson()
  const id = await people.as(owner).createWorkspace('Acme')
  const rename = (name: string) =>
    auth.send('PATCH', `/api/auth/workspaces/${id}`, { name }, owner.token)
  await other.stop()
  expect((await rename('First')).status).toBe(200)
  expect((await rename('Second')).status).toBe(200)
  const { metrics } = auth
  await until(async () =>
    /service_notices_total\{[^}]*outcome="failed"[^}]*\} [1-9]/.test(await metrics()),
  )
  expect(await metrics()).toMatch(/workspaces_to_announce\{[^}]*\} [1-9]/)
  const readiness = await auth.health()
  expect([readiness.status, readiness.body.ready]).toEqual([200, true])
  expect(readiness.body.dependencies).toContainEqual(
    expect.objectContaining({
      name: 'svc-notes',
      ready: false,
      reason: expect.stringContaining('have been pending since'),
    }),
  )
  await other.start()
  clockOffsetMs += 61_000
  const notices = () => other.workspaces.filter(({ workspaceId }) => workspaceId === id)
  await until(() => notices().length > 0)
  expect(notices()).toMatchObject([{ name: 'Second' }])
  await until(async () => /workspaces_to_announce\{[^}]*\} 0/.test(await metrics()))
  expect(JSON.stringify((await auth.health()).body)).not.toContain('have been pending')
})

test('the export contains the data of all other services, and fails if one is unreachable', async () => {
  const { accountId, token } = await registeredPerson(auth)
  const read = () => auth.send('GET', '/api/auth/export', undefined, token)
  const response = await read()
  expect(response.status).toBe(200)
  const notes = [1, 2, 3].map((number) => ({ kind: 'note', text: `${number} of ${accountId}` }))
  expect(response.body().services).toEqual({ 'svc-notes': notes })
  await other.stop()
  expect((await read()).status).toBe(503)
})

test('the configuration rejects an invalid list of services', () => {
  const settings = { ...auth.config, PORT: '0', PERSONAL_DATA_SERVICES: 'documents-api:3000' }
  expect(() => readConfig(JSON.parse(JSON.stringify(settings)))).toThrow('PERSONAL_DATA_SERVICES')
})
