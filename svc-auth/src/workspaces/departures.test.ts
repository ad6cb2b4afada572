import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Colleagues, colleaguesOf } from '../testing/colleagues.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { announceWorkspace } from './announce-workspace.ts'
import { leaveAllWorkspaces, ownedWithOthers } from './departures.ts'
import { type WorkspaceStore, workspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: Colleagues
let workspaces: WorkspaceStore
beforeAll(async () => {
  auth = await startAuth()
  people = colleaguesOf(auth)
  workspaces = workspaceStore(workspaceModel(auth.mongo.connection))
})
afterAll(() => auth.stop())

/** As in an installation without other services. */
const leave = (accountId: string) => {
  const personalData = { announceWorkspace: async () => true }
  const announcing = { workspaces, personalData, now: () => new Date() }
  const announce = (workspaceId: string) => announceWorkspace(announcing, workspaceId)
  return leaveAllWorkspaces({ workspaces, announce }, accountId)
}

test('workspaces with other members and no other owner must be transferred first', async () => {
  const owner = await people.newcomer()
  const as = people.as(owner)
  await as.list()
  const [alone, shared, coOwned] = [await as.found('A'), await as.found('B'), await as.found('C')]
  await people.letIn(owner, shared, 'viewer')
  await people.letIn(owner, coOwned, 'owner')
  const names = async () =>
    (await ownedWithOthers(workspaces, owner.accountId)).map(({ name }) => name)
  expect(await names()).toEqual(['B'])
  expect(alone).toMatch(/^[\w-]{22}$/)
  await people.letIn(owner, owner.personalId, 'member')
  expect(await names()).toHaveLength(2)
})

test('a deleted account leaves every workspace; empty ones are deleted, the others keep an owner', async () => {
  const owner = await people.newcomer()
  const as = people.as(owner)
  await as.list()
  const [alone, shared] = [await as.found('A'), await as.found('B')]
  await people.letIn(owner, shared, 'viewer')
  const heir = await people.letIn(owner, shared, 'member')
  await people.letIn(owner, shared, 'member')
  await people.as(heir).enter(shared)
  await leave(owner.accountId)
  await leave(owner.accountId)
  expect(await workspaces.find(alone)).toBeUndefined()
  expect(await workspaces.find(owner.personalId)).toBeUndefined()
  const left = await people.as(heir).view(shared)
  expect(left.members.map(({ role }) => role)).toEqual(['viewer', 'owner', 'member'])
  expect(left.members.find(({ role }) => role === 'owner')?.isYou).toBe(true)
})

test('a personal workspace with other members continues without its person', async () => {
  const owner = await people.newcomer()
  await people.as(owner).list()
  const other = await people.letIn(owner, owner.personalId, 'member')
  await leave(owner.accountId)
  const row = await workspaces.find(owner.personalId)
  expect([row?.personalOf, row?.members.map(({ role }) => role)]).toEqual([null, ['owner']])
  expect((await people.as(other).view(owner.personalId)).role).toBe('owner')
})
