/** Changing the keys of an installation. */

import { testDatabase, until } from '@inkproof/service-kit/testing/fixture'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { identityToRecipient } from 'age-encryption'
import { openFileKeys } from './file-keys.ts'
import { fileRows } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'
import { rewrap } from './rewrap.ts'
import { newFileId } from './stored-file.ts'
import { makeFileKey, openTestFileStore, type TestFileStore } from './testing/file-storage.ts'

const CONTENT = Buffer.from('contract')
const OWNER = 'workspace-1'
const OPTIONS = { owner: OWNER, mediaType: 'application/pdf' }

let url: string
let oldKey: string
let newKey: string
let opened: TestFileStore[]

beforeEach(async () => {
  url = testDatabase('rotation')
  opened = []
  ;[oldKey, newKey] = await Promise.all([makeFileKey(), makeFileKey()])
})
afterEach(async () => {
  for (const store of opened) await store.close()
})

async function open(...FILE_KEYS: string[]): Promise<TestFileStore> {
  const store = await openTestFileStore({ url, FILE_KEYS })
  opened.push(store)
  return store
}

async function put(store: TestFileStore): Promise<string> {
  const id = newFileId()
  await store.put(CONTENT, { ...OPTIONS, id })
  return id
}

async function keyIdOf(store: TestFileStore, id: string) {
  return (await fileRows(store.mongo.connection).findById(id).lean())?.keyId
}

async function storedBytes({ mongo }: TestFileStore): Promise<unknown> {
  return mongo.connection.collection('stored-file-bytes.chunks').find().sort({ _id: 1 }).toArray()
}

test('the first key encrypts, and each configured key decrypts', async () => {
  const id = await put(await open(oldKey))
  const store = await open(newKey, oldKey)
  const newId = await put(store)
  expect((await store.read(id, OWNER)).bytes).toEqual(CONTENT)
  expect(await keyIdOf(store, id)).toBe(await identityToRecipient(oldKey))
  expect(await keyIdOf(store, newId)).toBe(await identityToRecipient(newKey))
})

test('an old key is no longer needed after the rows were changed, and the bytes stay as they are', async () => {
  const before = await open(oldKey)
  const ids = [await put(before), await put(before)]
  const store = await open(newKey, oldKey)
  ids.push(await put(store))
  const bytes = await storedBytes(store)
  expect(await store.rewrap()).toBe(2)
  expect(await store.rewrap()).toBe(0)
  expect(await storedBytes(store)).toEqual(bytes)
  const after = await open(newKey)
  await after.job.prepare()
  for (const id of ids) expect((await after.read(id, OWNER)).bytes).toEqual(CONTENT)
  await expect(before.read(ids[0] ?? '', OWNER)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
})

test('the background job changes the rows after a start with a new key', async () => {
  const id = await put(await open(oldKey))
  const store = await open(newKey, oldKey)
  await store.job.prepare()
  const newKeyId = await identityToRecipient(newKey)
  await until(async () => (await keyIdOf(store, id)) === newKeyId)
})

test('a change of the keys ends when the service stops', async () => {
  await put(await open(oldKey))
  const store = await open(newKey, oldKey)
  const rows = fileRows(store.mongo.connection)
  const keys = openFileKeys([newKey, oldKey])
  const parts = { rows, keys } as unknown as FileStoreParts
  expect(await rewrap(parts, AbortSignal.abort())).toBe(0)
  expect(await rewrap(parts)).toBe(1)
})

test('two instances change each row once', async () => {
  const before = await open(oldKey)
  const ids = await Promise.all(Array.from({ length: 20 }, () => put(before)))
  const [first, second] = [await open(newKey, oldKey), await open(newKey, oldKey)]
  const [changed, changedToo] = await Promise.all([first.rewrap(), second.rewrap()])
  expect(changed + changedToo).toBe(20)
  for (const id of ids) expect((await second.read(id, OWNER)).bytes).toEqual(CONTENT)
})

test('changes more rows than one query returns, and those after one that is damaged', async () => {
  const before = await open(oldKey)
  const id = await put(before)
  const rows = fileRows(before.mongo.connection)
  const row = await rows.findById(id).lean()
  const copies = Array.from({ length: 120 }, () => ({ ...row, _id: newFileId() }))
  await rows.collection.insertMany([...copies, { ...row, _id: '-', wrappedKey: 'x' }] as never[])
  const store = await open(newKey, oldKey)
  await expect(store.rewrap()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  const newKeyId = await identityToRecipient(newKey)
  expect(await rows.countDocuments({ keyId: newKeyId })).toBe(121)
})

test('a file that is deleted while the keys are changed stays deleted', async () => {
  const before = await open(oldKey)
  const id = await put(before)
  const store = await open(newKey, oldKey)
  await Promise.all([store.rewrap(), before.remove(id, OWNER)])
  await store.rewrap()
  expect(await store.find(id, OWNER)).toBeUndefined()
  expect(await keyIdOf(store, id)).toBeUndefined()
})

test('a service does not start without a key that stored files need, and names it', async () => {
  await put(await open(oldKey))
  const store = await open(newKey)
  const refusal: unknown = await store.job.prepare().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'StartRefused' })
  expect(String(refusal)).toContain(await identityToRecipient(oldKey))
  expect(String(refusal)).not.toContain('SECRET')
})

test('refuses a file whose key is missing or wrong', async () => {
  const id = await put(await open(oldKey))
  const store = await open(newKey)
  await expect(store.read(id, OWNER)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  const keyId = await identityToRecipient(newKey)
  await fileRows(store.mongo.connection).updateOne({ _id: id }, { $set: { keyId } })
  await expect(store.read(id, OWNER)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
})

test('a service does not start with a mistyped key, and does not print it', async () => {
  const mistyped = `${newKey.slice(0, -1)}${newKey.endsWith('Q') ? 'P' : 'Q'}`
  const store = await open(oldKey, mistyped)
  const refusal = await store.job.prepare().catch((error: Error) => error)
  expect(refusal).toMatchObject({ name: 'StartRefused' })
  expect(String(refusal)).toContain('FILE_KEYS: key 2')
  expect(JSON.stringify([String(refusal), (refusal as Error).cause])).not.toContain('SECRET-KEY-1')
})
