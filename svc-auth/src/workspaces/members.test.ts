import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startAuth, type TestAuth } from '../testing/start.ts'
import {
  createWorkspacePeople,
  outcomes,
  type WorkspacePeople,
  type WorkspacePerson,
} from '../testing/workspace-people.ts'
import { createWorkspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

async function setup(...roles: ('owner' | 'member' | 'viewer')[]) {
  const { owner, id, others } = await people.createTeam(...roles)
  const [first, second] = others
  return { owner, id, first: first as WorkspacePerson, second: second as WorkspacePerson }
}

const rolesIn = async (person: WorkspacePerson, id: string) =>
  (await people.as(person).view(id)).members.map(({ role }) => role)

test('a workspace can be renamed and entered, and the next session starts there', async () => {
  const { owner, id } = await setup()
  const as = people.as(owner)
  const renamed = await as.call('PATCH', `/workspaces/${id}`, { name: ' Difference Engines ' })
  expect(renamed.body()).toMatchObject({ name: 'Difference Engines', isCurrent: false })
  expect((await as.enter(id)).body().user).toMatchObject({ workspaceId: id, role: 'owner' })
  expect((await as.me()).workspaceId).toBe(id)
  const again = await auth.send('POST', '/api/auth/login', owner)
  const { email, password } = owner
  const login = await auth.send('POST', '/api/auth/login', { email, password })
  expect([again.status, login.body().user.workspaceId]).toEqual([400, id])
  await as.enter(owner.personalId)
  const back = await auth.send('POST', '/api/auth/login', { email, password })
  expect(back.body().user.workspaceId).toBe(owner.personalId)
})

test.each([['two\nlines'], ['half \ud800'], [''], ['   '], ['x'.repeat(81)]])(
  'a workspace cannot be named %j',
  async (name) => {
    const ada = await people.newPerson()
    expect((await people.as(ada).call('POST', '/workspaces', { name })).status).toBe(400)
  },
)

test('a workspace that the user is not a member of is treated as missing', async () => {
  const { id, first } = await setup('member')
  const stranger = people.as(await people.newPerson())
  const missing = 'A'.repeat(22)
  const callAll = (path: (workspace: string) => string, method: string, body?: unknown) =>
    Promise.all([id, missing, '*'].map((workspace) => stranger.call(method, path(workspace), body)))
  const responses = [
    ...(await callAll((workspace) => `/workspaces/${workspace}`, 'GET')),
    ...(await callAll((workspace) => `/workspaces/${workspace}`, 'PATCH', { name: 'Mine' })),
    ...(await callAll((workspace) => `/workspaces/${workspace}/enter`, 'POST')),
    ...(await callAll(
      (workspace) => `/workspaces/${workspace}/members/${first.accountId}`,
      'DELETE',
    )),
    ...(await callAll(
      (workspace) => `/workspaces/${workspace}/members/${first.accountId}`,
      'PATCH',
      {
        role: 'owner',
      },
    )),
    ...(await callAll((workspace) => `/workspaces/${workspace}/transfer`, 'POST', {
      accountId: first.accountId,
    })),
    ...(await callAll((workspace) => `/workspaces/${workspace}/invitations`, 'POST', {
      email: 'a@b.example',
      role: 'member',
    })),
    ...(await callAll(
      (workspace) => `/workspaces/${workspace}/invitations/${'x'.repeat(43)}`,
      'DELETE',
    )),
    ...(await callAll(
      (workspace) => `/workspaces/${workspace}/invitations/${'x'.repeat(43)}/resend`,
      'POST',
    )),
  ]
  const texts = new Set(responses.map(({ status, text }) => `${status} ${text}`))
  expect([...texts]).toEqual([
    '404 This workspace does not exist, or you are not a member of it. Choose one from your list, or ask its owners to invite you.',
  ])
})

test.each(['member', 'viewer'] as const)(
  'a %s can see the members but change nothing',
  async (role) => {
    const { owner, id, first, second } = await setup(role, 'member')
    const as = people.as(first)
    const view = await as.view(id)
    expect(view.members.map(({ name }) => name)).toEqual([
      'Ada Lovelace',
      first.email,
      second.email,
    ])
    expect([view.role, view.invitations]).toEqual([role, []])
    const responses = [
      await as.call('PATCH', `/workspaces/${id}`, { name: 'Mine' }),
      await as.setRole(id, first.accountId, 'owner'),
      await as.setRole(id, second.accountId, 'viewer'),
      await as.remove(id, second.accountId),
      await as.remove(id, owner.accountId),
      await as.transfer(id, first.accountId),
      await as.invite(id, 'someone@example.com'),
      await as.call('DELETE', `/workspaces/${id}/invitations/${'x'.repeat(43)}`),
    ]
    expect(new Set(outcomes(responses))).toEqual(new Set(['OWNERS_ONLY']))
    expect(await rolesIn(owner, id)).toEqual(['owner', role, 'member'])
  },
)

test('a session without a recent sign-in cannot change members', async () => {
  const { owner, id, first } = await setup('member')
  const { createSessionStore } = await import('../session-store/session-store.ts')
  const sessions = createSessionStore(auth.redis.client, () => new Date())
  const [session] = await sessions.list(owner.accountId)
  await sessions.update(
    { accountId: owner.accountId, sessionId: session?.sessionId ?? '' },
    { provedAtMs: Date.now() - 11 * 60 * 1_000 },
  )
  const as = people.as(owner)
  const responses = [
    await as.setRole(id, first.accountId, 'owner'),
    await as.remove(id, first.accountId),
    await as.transfer(id, first.accountId),
    await as.invite(id, 'someone@example.com'),
  ]
  expect(outcomes(responses)).toEqual(Array(4).fill('PROOF_NEEDED'))
  expect(await rolesIn(owner, id)).toEqual(['owner', 'member'])
})

test('a new role takes effect immediately in all sessions of the member', async () => {
  const { owner, id, first } = await setup('member')
  const { email, password } = first
  const second = (await auth.send('POST', '/api/auth/login', { email, password })).body()
  await people.as(first).enter(id)
  await people.as(second).enter(id)
  expect((await people.as(owner).setRole(id, first.accountId, 'viewer')).status).toBe(200)
  for (const session of [first, second])
    expect(await people.as(session).me()).toMatchObject({ workspaceId: id, role: 'viewer' })
})

test('a removed member is moved to the personal workspace immediately and loses access', async () => {
  const { owner, id, first } = await setup('member')
  await people.as(first).enter(id)
  expect((await people.as(owner).remove(id, first.accountId)).status).toBe(204)
  expect(await people.as(first).me()).toMatchObject({
    workspaceId: first.personalId,
    role: 'owner',
  })
  expect((await people.as(first).call('GET', `/workspaces/${id}`)).status).toBe(404)
  const { email, password } = first
  const login = (await auth.send('POST', '/api/auth/login', { email, password })).body()
  expect(login.user.workspaceId).toBe(first.personalId)
})

test('the last owner can neither leave, nor be removed, nor be demoted', async () => {
  const { owner, id } = await setup('member')
  const as = people.as(owner)
  const responses = [
    await as.remove(id, owner.accountId),
    await as.setRole(id, owner.accountId, 'member'),
    await as.setRole(id, owner.accountId, 'viewer'),
  ]
  expect(outcomes(responses)).toEqual(Array(3).fill('LAST_OWNER'))
  expect(await rolesIn(owner, id)).toEqual(['owner', 'member'])
})

test('only one of two owners who leave concurrently succeeds', async () => {
  const { owner, id, first } = await setup('owner')
  const leave = (person: WorkspacePerson) => people.as(person).remove(id, person.accountId)
  const responses = await Promise.all([owner, first, owner, first].map(leave))
  expect(outcomes(responses).filter((outcome) => outcome === 204)).toHaveLength(1)
  const row = await createWorkspaceStore(workspaceModel(auth.mongo.connection)).find(id)
  expect(row?.members.map(({ role }) => role)).toEqual(['owner'])
})

test('one owner remains when two owners demote each other concurrently', async () => {
  const { owner, id, first } = await setup('owner')
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2
        ? people.as(owner).setRole(id, first.accountId, 'viewer')
        : people.as(first).setRole(id, owner.accountId, 'viewer'),
    ),
  )
  expect(responses.every(({ status }) => status < 500)).toBe(true)
  expect((await rolesIn(owner, id)).filter((role) => role === 'owner')).toHaveLength(1)
})

test('a member who enters a workspace while being removed does not stay in it', async () => {
  const { owner, id, first } = await setup('member')
  const entering = Array.from({ length: 6 }, () => people.as(first).enter(id))
  await Promise.all([...entering, people.as(owner).remove(id, first.accountId)])
  expect(await people.as(first).me()).toMatchObject({
    workspaceId: first.personalId,
    role: 'owner',
  })
})

test('a transfer makes the other member the owner and the former owner a member', async () => {
  const { owner, id, first } = await setup('viewer')
  await people.as(first).enter(id)
  await people.as(owner).enter(id)
  expect((await people.as(owner).transfer(id, first.accountId)).status).toBe(200)
  expect(await rolesIn(first, id)).toEqual(['member', 'owner'])
  expect((await people.as(owner).me()).role).toBe('member')
  expect((await people.as(first).me()).role).toBe('owner')
  expect(outcomes([await people.as(owner).transfer(id, owner.accountId)])).toEqual(['OWNERS_ONLY'])
})

test('a personal workspace can have members, but the user it belongs to stays an owner', async () => {
  const owner = await people.newPerson()
  await people.as(owner).list()
  const other = await people.addMember(owner, owner.personalId, 'owner')
  const responses = [
    await people.as(other).remove(owner.personalId, owner.accountId),
    await people.as(other).setRole(owner.personalId, owner.accountId, 'viewer'),
    await people.as(owner).remove(owner.personalId, owner.accountId),
    await people.as(owner).transfer(owner.personalId, other.accountId),
  ]
  expect(outcomes(responses)).toEqual(Array(4).fill('PERSONAL_WORKSPACE'))
})

test('a former member can no longer be changed, removed or made the owner', async () => {
  const { owner, id, first } = await setup('viewer')
  expect((await people.as(first).remove(id, first.accountId)).status).toBe(204)
  const responses = [
    await people.as(owner).setRole(id, first.accountId, 'owner'),
    await people.as(owner).remove(id, first.accountId),
    await people.as(owner).transfer(id, first.accountId),
    await people.as(owner).remove(id, 'nobody'),
  ]
  expect(outcomes(responses)).toEqual(Array(4).fill('MEMBER_NOT_FOUND'))
})

test('changes to a member are recorded and mailed; leaving is recorded but not mailed', async () => {
  const { owner, id, first: second } = await setup('member')
  const first = await people.addMemberByInvitation(owner, id)
  await people.as(owner).setRole(id, first.accountId, 'viewer')
  await people.as(owner).remove(id, first.accountId)
  await people.as(second).remove(id, second.accountId)
  const events = auth.mongo.connection.collection('events')
  const values = { workspace: 'Analytical Engines', by: 'Ada Lovelace' }
  const recorded = await events.find({ accountId: first.accountId }).sort({ at: 1 }).toArray()
  expect(recorded.map(({ kind, data, mail }) => [kind, data, mail?.to])).toEqual([
    // Joining confirmed the address.
    ['email-confirmed', { email: first.email }, undefined],
    ['member-joined', { ...values, role: 'member' }, undefined],
    ['role-changed', { ...values, role: 'viewer' }, first.email],
    ['member-removed', values, first.email],
  ])
  const own = await events.findOne({ accountId: second.accountId, kind: 'member-removed' })
  expect([own?.['data'].own, own?.['mail']]).toEqual(['yes', null])
})
