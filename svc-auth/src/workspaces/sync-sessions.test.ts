/** A delayed update of a session that arrives after a later one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decode } from 'jsonwebtoken'
import { redisSessions, type Sessions } from '../session-store/session-store.ts'
import { type Colleague, type Colleagues, colleaguesOf } from '../testing/colleagues.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { addMember } from './members.ts'
import { type WorkspaceStore, workspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: Colleagues
let workspaces: WorkspaceStore
let sessions: Sessions
beforeAll(async () => {
  auth = await startAuth()
  people = colleaguesOf(auth)
  workspaces = workspaceStore(workspaceModel(auth.mongo.connection))
  sessions = redisSessions(auth.redis.client, () => new Date())
})
afterAll(() => auth.stop())

/** A member with a session, and what a delayed process has read there. */
async function heldUp() {
  const { owner, as, id, others } = await people.team('member')
  const member = others[0] as Colleague
  await people.as(member).enter(id)
  const workspace = await workspaces.find(id)
  if (!workspace) throw new Error('there is no such workspace')
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

function sessionOf({ token }: Colleague): string {
  return String((decode(token) as { sid?: string } | null)?.sid)
}

test('a role that was read earlier does not overwrite one that was read later', async () => {
  const { as, id, member, syncLate, moveLate } = await heldUp()
  await as.setRole(id, member.accountId, 'viewer')
  await syncLate()
  expect(await moveLate()).toBe(false)
  expect(await people.as(member).me()).toMatchObject({ workspaceId: id, role: 'viewer' })
})

test('nobody enters a workspace based on what they read before they were removed', async () => {
  const { as, id, member, syncLate, moveLate } = await heldUp()
  await as.remove(id, member.accountId)
  expect(await moveLate()).toBe(false)
  await syncLate()
  const now = await people.as(member).me()
  expect(now).toMatchObject({ workspaceId: member.personalId, role: 'owner' })
})

test('a late sync of a removal keeps sessions of a member who was added again', async () => {
  const { owner, as, id, member } = await heldUp()
  await as.remove(id, member.accountId)
  const removed = await workspaces.find(id)
  const joining = { workspaceId: id, invitedBy: owner.accountId, since: new Date() }
  const again = { ...joining, accountId: member.accountId, role: 'member' as const }
  await addMember({ workspaces }, again)
  await people.as(member).enter(id)
  const personal = { workspaceId: member.personalId, role: 'owner' as const }
  const version = removed?.version ?? 0
  await sessions.syncMembership(member.accountId, { workspaceId: id, version }, personal)
  expect(await people.as(member).me()).toMatchObject({ workspaceId: id, role: 'member' })
})
