import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { createWorkspacePeople, type WorkspacePeople } from '../testing/workspace-people.ts'
import { findWorkspacesToTransfer, leaveAllWorkspaces } from './departures.ts'
import { createWorkspaceStore, type WorkspaceStore } from './workspace-store.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: WorkspacePeople
let workspaces: WorkspaceStore
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
  workspaces = createWorkspaceStore(workspaceModel(auth.mongo.connection))
})
afterAll(() => auth.stop())

const leave = (accountId: string) => leaveAllWorkspaces(workspaces, accountId)

test('finds the workspaces that have other members but no other owner', async () => {
  const owner = await people.newPerson()
  const as = people.as(owner)
  await as.list()
  const [alone, shared, coOwned] = [
    await as.createWorkspace('A'),
    await as.createWorkspace('B'),
    await as.createWorkspace('C'),
  ]
  await people.addMember(owner, shared, 'viewer')
  await people.addMember(owner, coOwned, 'owner')
  const names = async () =>
    (await findWorkspacesToTransfer(workspaces, owner.accountId)).map(({ name }) => name)
  expect(await names()).toEqual(['B'])
  expect(alone).toMatch(/^[\w-]{22}$/)
  await people.addMember(owner, owner.personalId, 'member')
  expect(await names()).toHaveLength(2)
})

test('a deleted account leaves every workspace; empty ones are deleted, the others get an owner', async () => {
  const owner = await people.newPerson()
  const as = people.as(owner)
  await as.list()
  const [alone, shared] = [await as.createWorkspace('A'), await as.createWorkspace('B')]
  await people.addMember(owner, shared, 'viewer')
  const successor = await people.addMember(owner, shared, 'member')
  await people.addMember(owner, shared, 'member')
  await people.as(successor).enter(shared)
  await leave(owner.accountId)
  await leave(owner.accountId)
  // The service's own sweep deletes the workspaces without members.
  await until(async () => (await workspaces.find(alone)) === undefined)
  await until(async () => (await workspaces.find(owner.personalId)) === undefined)
  const { members } = await people.as(successor).view(shared)
  expect(members.map(({ role }) => role)).toEqual(['viewer', 'owner', 'member'])
  expect(members.find(({ role }) => role === 'owner')?.isYou).toBe(true)
})

test('a personal workspace with other members remains after the user it belongs to has left', async () => {
  const owner = await people.newPerson()
  await people.as(owner).list()
  const other = await people.addMember(owner, owner.personalId, 'member')
  await leave(owner.accountId)
  const row = await workspaces.find(owner.personalId)
  expect([row?.personalOf, row?.members.map(({ role }) => role)]).toEqual([null, ['owner']])
  expect((await people.as(other).view(owner.personalId)).role).toBe('owner')
})
