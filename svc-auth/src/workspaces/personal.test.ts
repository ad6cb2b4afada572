import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { createWorkspacePeople, type WorkspacePeople } from '../testing/workspace-people.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

test('every person owns a personal workspace named after them', async () => {
  const ada = await people.newPerson({ firstName: 'Ada', lastName: 'Lovelace' })
  const [personal, ...more] = await people.as(ada).list()
  expect(more).toEqual([])
  expect(personal).toEqual({
    id: ada.personalId,
    name: 'Ada Lovelace’s workspace',
    role: 'owner',
    members: 1,
    isPersonal: true,
    isCurrent: true,
  })
})

test('twenty concurrent first reads create one personal workspace', async () => {
  const ada = await people.newPerson()
  const lists = await Promise.all(Array.from({ length: 20 }, () => people.as(ada).list()))
  expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1)
  expect(lists[0]).toHaveLength(1)
})

test('a personal workspace is named after its owner until a user renames it', async () => {
  const ada = await people.newPerson({ firstName: 'Ada' })
  const as = people.as(ada)
  const personal = async () => (await as.list())[0]?.name
  const rename = (firstName: string) => as.call('PATCH', '/profile', { firstName, lastName: null })
  expect(await personal()).toBe('Ada’s workspace')
  await rename('Augusta')
  expect((await as.view(ada.personalId)).name).toBe('Augusta’s workspace')
  // The same name, but now chosen explicitly, so it no longer changes with the user's name.
  await as.call('PATCH', `/workspaces/${ada.personalId}`, { name: 'Augusta’s workspace' })
  await rename('Ada')
  expect(await personal()).toBe('Augusta’s workspace')
})

test('a workspace name from an earlier release is kept, because it may have been chosen', async () => {
  const ada = await people.newPerson({ firstName: 'Ada' })
  await people.as(ada).list()
  const rows = workspaceModel(auth.mongo.connection).collection
  const earlierRow = { $set: { name: 'Field Station 7' }, $unset: { isNamed: '' } }
  await rows.updateOne({ _id: ada.personalId } as object, earlierRow)
  expect((await people.as(ada).list())[0]?.name).toBe('Field Station 7')
})

test('a name change interrupted by a crash is applied to the personal workspace later', async () => {
  const ada = await people.newPerson({ firstName: 'Ada' })
  await people.as(ada).list()
  const accounts = auth.mongo.connection.collection<{ _id: string }>('accounts')
  await accounts.updateOne({ _id: ada.accountId }, { $set: { firstName: 'Augusta' } })
  expect((await people.as(ada).list())[0]?.name).toBe('Augusta’s workspace')
})

test('a personal workspace has the creation date of its account', async () => {
  const ada = await people.newPerson()
  await people.as(ada).list()
  const { createdAt } = await people.as(ada).me()
  const row = await workspaceModel(auth.mongo.connection).findById(ada.personalId).lean()
  const dates = [row?.createdAt, row?.members[0]?.since].map((at) => at?.toISOString())
  expect(dates).toEqual([createdAt, createdAt])
})
