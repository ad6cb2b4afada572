import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventModel } from './events/events.model.ts'
import { registeredPerson } from './testing/registered-people.ts'
import { person, startAuth, type TestAuth, type TestResponse } from './testing/start.ts'
import {
  createWorkspacePeople,
  outcomes,
  type WorkspacePeople,
} from './testing/workspace-people.ts'
import { tokenModel } from './tokens/tokens.model.ts'

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

const sendWithKey = (token: string, path: string, body?: unknown) =>
  auth.send('POST', `/api/auth${path}`, body, token, { 'idempotency-key': 'k1' })

/** Returns what Redis stores about an account's requests, as JSON. */
async function storedOf(accountId: string): Promise<string> {
  const entries = await auth.redis.client.hgetall(`idempotency:{auth:${accountId}}`)
  return JSON.stringify(entries)
}

/** Counts the e-mailed links and the events of an account. */
async function countEffects(ownerId: string): Promise<number[]> {
  const { connection } = auth.mongo
  return [
    await tokenModel(connection).countDocuments({ ownerId }),
    await eventModel(connection).countDocuments({ accountId: ownerId }),
  ]
}

/** Returns the part of a response that identifies the effect; the rest, such as the state of an e-mail, may change. */
function resultOf(response: TestResponse): string {
  const { id, deleteAt, pending, confirmation } = response.body()
  return id ?? deleteAt ?? pending?.mail.id ?? confirmation.id
}

test.each([
  ['/email', () => ({ email: person().email })],
  ['/email/confirmation', () => undefined],
  ['/email-test', () => undefined],
  ['/deletion', () => ({ confirmation: 'delete my account' })],
])('a repeated POST %s takes effect once and stores no address', async (path, createBody) => {
  const { accountId, token, email } = await registeredPerson(auth)
  const body = createBody()
  const before = await countEffects(accountId)
  const first = await sendWithKey(token, path, body)
  const effects = await countEffects(accountId)
  const repeated = await sendWithKey(token, path, body)
  expect([repeated.status, resultOf(repeated)]).toEqual([first.status, resultOf(first)])
  expect(first.status).toBeLessThan(300)
  expect(effects).not.toEqual(before)
  expect(await countEffects(accountId)).toEqual(effects)
  const stored = await storedOf(accountId)
  expect(stored).toContain('request')
  expect(stored).not.toContain(email)
  if (body && 'email' in body) expect(stored).not.toContain(body.email)
})

test('a request to create a workspace, repeated with its key, creates only one', async () => {
  const { accountId, token } = await people.newPerson()
  const as = people.as({ token })
  const create = () => sendWithKey(token, '/workspaces', { name: 'Acme Legal' })
  const first = await create()
  expect(first.status).toBe(201)
  expect((await create()).body()).toEqual(first.body())
  expect((await as.list()).filter(({ name }) => name === 'Acme Legal')).toHaveLength(1)
  await as.call('PATCH', `/workspaces/${first.body().id}`, { name: 'Acme' })
  expect((await create()).body()).toMatchObject({ id: first.body().id, name: 'Acme' })
  expect(await storedOf(accountId)).not.toContain('Acme')
})

test('a request to create a workspace fails when repeated after the workspace was left', async () => {
  const owner = await people.newPerson()
  const create = () => sendWithKey(owner.token, '/workspaces', { name: 'Acme' })
  const { id } = (await create()).body()
  const guest = await people.addMember(owner, id, 'owner')
  await people.as(guest).remove(id, owner.accountId)
  expect(outcomes([await create()])).toEqual(['WORKSPACE_NOT_FOUND'])
})

test('a repeated deletion request shows the current state and does not undo a cancellation', async () => {
  const { token } = await registeredPerson(auth)
  const request = (key: string) =>
    auth.send('POST', '/api/auth/deletion', { confirmation: 'delete my account' }, token, {
      'idempotency-key': key,
    })
  expect((await request('k1')).status).toBe(200)
  expect((await auth.send('DELETE', '/api/auth/deletion', undefined, token)).status).toBe(204)
  expect(outcomes([await request('k1')])).toEqual(['DELETION_CANCELLED'])
  const rescheduled = await request('k2')
  expect(rescheduled.status).toBe(200)
  expect((await request('k1')).body()).toEqual(rescheduled.body())
})

/** Creates a team, and a function that sends or resends an invitation to `email`, always with the same key. */
async function setupInvitation(isResent: boolean) {
  const { owner, id, others, as } = await people.createTeam('owner')
  const { email } = person()
  const path = `/workspaces/${id}/invitations`
  if (isResent) await as.invite(id, email)
  const [open] = (await as.view(id)).invitations
  const send = () =>
    open
      ? sendWithKey(owner.token, `${path}/${open.id}/resend`)
      : sendWithKey(owner.token, path, { email, role: 'member' })
  const other = people.as(others[0] as (typeof others)[0])
  return { owner, id, other, email, send, success: isResent ? 200 : 201 }
}

test.each([
  ['sends', false],
  ['resends', true],
])(
  'a request that %s an invitation, repeated with its key, takes effect once',
  async (_name, isResent) => {
    const { owner, id, email, send, success } = await setupInvitation(isResent)
    const first = await send()
    const effects = await countEffects(id)
    const repeated = await send()
    expect([first.status, repeated.status]).toEqual([success, success])
    expect(repeated.body()).toEqual(first.body())
    expect(await countEffects(id)).toEqual(effects)
    const stored = await storedOf(owner.accountId)
    expect([stored.includes(email), stored.includes(owner.email)]).toEqual([false, false])
  },
)

test.each([
  ['sends', false],
  ['resends', true],
])(
  'a former owner who repeats a request that %s an invitation is refused',
  async (_name, isResent) => {
    const { owner, id, other, send, success } = await setupInvitation(isResent)
    expect((await send()).status).toBe(success)
    await other.setRole(id, owner.accountId, 'member')
    expect(outcomes([await send()])).toEqual(['OWNERS_ONLY'])
    await other.remove(id, owner.accountId)
    expect(outcomes([await send()])).toEqual(['WORKSPACE_NOT_FOUND'])
  },
)
