import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Colleagues, colleaguesOf } from '../testing/colleagues.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: Colleagues
beforeAll(async () => {
  auth = await startAuth()
  people = colleaguesOf(auth)
})
afterAll(() => auth.stop())

test('everybody owns a personal workspace named after them', async () => {
  const ada = await people.newcomer({ firstName: 'Ada', lastName: 'Lovelace' })
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
  const ada = await people.newcomer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => people.as(ada).list()))
  expect(new Set(answers.map((list) => JSON.stringify(list))).size).toBe(1)
  expect(answers[0]).toHaveLength(1)
})

test('a personal workspace is named after its person until somebody renames it', async () => {
  const ada = await people.newcomer({ firstName: 'Ada' })
  const as = people.as(ada)
  const personal = async () => (await as.list())[0]?.name
  const rename = (firstName: string) => as.call('PATCH', '/profile', { firstName, lastName: null })
  expect(await personal()).toBe('Ada’s workspace')
  await rename('Augusta')
  expect((await as.view(ada.personalId)).name).toBe('Augusta’s workspace')
  // Its present name, now chosen explicitly: from now on it stays.
  await as.call('PATCH', `/workspaces/${ada.personalId}`, { name: 'Augusta’s workspace' })
  await rename('Ada')
  expect(await personal()).toBe('Augusta’s workspace')
})

test('a name from an earlier release may have been chosen, and stays', async () => {
  const ada = await people.newcomer({ firstName: 'Ada' })
  await people.as(ada).list()
  const rows = workspaceModel(auth.mongo.connection).collection
  const old = { $set: { name: 'Field Station 7' }, $unset: { isNamed: '' } }
  await rows.updateOne({ _id: ada.personalId } as object, old)
  expect((await people.as(ada).list())[0]?.name).toBe('Field Station 7')
})

test('a change of name that a crash interrupted reaches the personal workspace later', async () => {
  const ada = await people.newcomer({ firstName: 'Ada' })
  await people.as(ada).list()
  const accounts = auth.mongo.connection.collection<{ _id: string }>('accounts')
  await accounts.updateOne({ _id: ada.accountId }, { $set: { firstName: 'Augusta' } })
  expect((await people.as(ada).list())[0]?.name).toBe('Augusta’s workspace')
})

test('a personal workspace is as old as the account, whenever its row is created', async () => {
  const ada = await people.newcomer()
  await people.as(ada).list()
  const { createdAt } = await people.as(ada).me()
  const row = await workspaceModel(auth.mongo.connection).findById(ada.personalId).lean()
  const dates = [row?.createdAt, row?.members[0]?.since].map((at) => at?.toISOString())
  expect(dates).toEqual([createdAt, createdAt])
})
