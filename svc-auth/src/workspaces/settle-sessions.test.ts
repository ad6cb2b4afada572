/** A rewrite of a session that was held up, and comes after a later one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decode } from 'jsonwebtoken'
import { redisSessions, type Sessions } from '../sessions/sessions.ts'
import { type Colleague, type Colleagues, colleaguesOf } from '../testing/colleagues.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { postOf } from './settle-sessions.ts'
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

/** A member at work, and the rewrite that somebody has read but not yet made. */
async function heldUp() {
  const { as, id, others } = await people.team('member')
  const member = others[0] as Colleague
  await people.as(member).enter(id)
  const workspace = await workspaces.find(id)
  if (!workspace) throw new Error('there is no such workspace')
  const late = () => sessions.move(sessionOf(member), postOf(workspace, { role: 'member' }), id)
  return { as, id, member, late }
}

function sessionOf({ token }: Colleague): string {
  return String((decode(token) as { sid?: string } | null)?.sid)
}

test('a role that was read earlier does not overwrite one that was read later', async () => {
  const { as, id, member, late } = await heldUp()
  await as.setRole(id, member.accountId, 'viewer')
  await late()
  expect(await people.as(member).me()).toMatchObject({ workspaceId: id, role: 'viewer' })
})

test('nobody is brought back into a workspace they were taken out of', async () => {
  const { as, id, member, late } = await heldUp()
  await as.remove(id, member.accountId)
  await late()
  const now = await people.as(member).me()
  expect(now).toMatchObject({ workspaceId: member.personalId, role: 'owner' })
})
