/** Tests how sessions are updated after changes to a workspace: delayed, interrupted and concurrent updates. */
import { sessionKey } from '@inkproof/service-kit/auth'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decode } from 'jsonwebtoken'
import { createSessionStore, type Sessions } from '../session-store/session-store.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import {
  createWorkspacePeople,
  type WorkspacePeople,
  type WorkspacePerson,
} from '../testing/workspace-people.ts'
import { addMember } from './members.ts'
import { createWorkspaceStore, type WorkspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: WorkspacePeople
let workspaces: WorkspaceStore
let sessions: Sessions
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
  workspaces = createWorkspaceStore(workspaceModel(auth.mongo.connection))
  sessions = createSessionStore(auth.redis.client, () => new Date())
})
afterAll(() => auth.stop())

/**
 * Creates a member with a session. `syncLate` and `moveLate` apply the membership that was read here, as a delayed
 * update does if the membership has changed since.
 */
async function setup() {
  const { owner, as, id, others } = await people.createTeam('member')
  const member = others[0] as WorkspacePerson
  await people.as(member).enter(id)
  const workspace = await workspaces.find(id)
  if (!workspace) throw new Error('workspace not found')
  const { version } = workspace
  const read = { workspaceId: id, role: 'member' as const }
  return {
    owner,
    as,
    id,
    member,
    syncLate: () => sessions.syncMembership(member.accountId, { workspaceId: id, version }, read),
    moveLate: () => sessions.move(member.accountId, sessionOf(member), { ...read, version }),
  }
}

function sessionOf({ token }: WorkspacePerson): string {
  return String((decode(token) as { sid?: string } | null)?.sid)
}

test('a delayed update does not overwrite a newer role', async () => {
  const { as, id, member, syncLate, moveLate } = await setup()
  await as.setRole(id, member.accountId, 'viewer')
  await syncLate()
  expect(await moveLate()).toBe(false)
  expect(await people.as(member).me()).toMatchObject({ workspaceId: id, role: 'viewer' })
})

test('a delayed update does not return a removed member to the workspace', async () => {
  const { as, id, member, syncLate, moveLate } = await setup()
  await as.remove(id, member.accountId)
  expect(await moveLate()).toBe(false)
  await syncLate()
  const now = await people.as(member).me()
  expect(now).toMatchObject({ workspaceId: member.personalId, role: 'owner' })
})

test('a delayed removal does not affect a member who was added again', async () => {
  const { owner, as, id, member } = await setup()
  await as.remove(id, member.accountId)
  const removed = await workspaces.find(id)
  const membership = { workspaceId: id, invitedBy: owner.accountId, since: new Date() }
  const again = { ...membership, accountId: member.accountId, role: 'member' as const }
  await addMember({ workspaces }, again)
  await people.as(member).enter(id)
  const personal = { workspaceId: member.personalId, role: 'owner' as const }
  const version = removed?.version ?? 0
  await sessions.syncMembership(member.accountId, { workspaceId: id, version }, personal)
  expect(await people.as(member).me()).toMatchObject({ workspaceId: id, role: 'member' })
})

test('a role change interrupted by a crash is applied to the sessions later', async () => {
  const { id, member } = await setup()
  // The state after a crash between the two writes: the role, and the pending sync.
  await workspaces.change(id, ({ members }) => ({
    members: members.map((entry) =>
      entry.accountId === member.accountId ? { ...entry, role: 'viewer' } : entry,
    ),
    resync: [member.accountId],
  }))
  await until(async () => (await people.as(member).me()).role === 'viewer')
  await until(async () => (await workspaces.find(id))?.isSettled === true)
})

test('after concurrent role changes the sessions match the workspace', async () => {
  const { owner, id, member } = await setup()
  const roles = ['viewer', 'member', 'viewer', 'member', 'viewer', 'owner'] as const
  await Promise.all(roles.map((role) => people.as(owner).setRole(id, member.accountId, role)))
  const view = await people.as(owner).view(id)
  const role = view.members.find(({ accountId }) => accountId === member.accountId)?.role
  expect((await people.as(member).me()).role).toBe(role)
})

test('the sessions of a removed member no longer contain the workspace', async () => {
  const { owner, id, member } = await setup()
  await people.as(owner).remove(id, member.accountId)
  const { accountId } = member
  const ids = await auth.redis.client.smembers(`account-sessions:{${accountId}}`)
  const records = await Promise.all(
    ids.map((sessionId) => auth.redis.client.get(sessionKey({ accountId, sessionId }))),
  )
  expect(records.join()).not.toContain(id)
})
