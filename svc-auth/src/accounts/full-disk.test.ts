/** On a full disk, existing accounts sign in, so that their owners can read, but no account is created. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  expectRefused,
  ORIGIN,
  providerPeople,
  startWithProvider,
} from '../testing/provider-people.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { createTestWallet, newKey } from '../testing/wallets.ts'

let { provider, auth, stop } = {} as Awaited<ReturnType<typeof startWithProvider>>
/** The same accounts on a service whose disk is full: this file system never has space. */
let full: TestAuth
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
  const env = { PUBLIC_ORIGIN: ORIGIN, ...provider.env, STORAGE_DIR: '/proc' }
  full = await startAuth({ mongoUrl: auth.config.MONGO_URL, key: auth.key, env })
})
afterAll(async () => {
  await full.end()
  await stop()
})

const countAccounts = () => auth.mongo.connection.collection('accounts').countDocuments()

test('a wallet signs in to its account, and a new wallet gets none', async () => {
  const key = newKey()
  expect((await createTestWallet(auth, key).signIn()).status).toBe(201)
  const before = await countAccounts()
  expect((await createTestWallet(full, key).signIn()).status).toBe(200)
  expectRefused(await createTestWallet(full).signIn(), 'STORAGE_FULL')
  expect(await countAccounts()).toBe(before)
})

test('a person of the provider signs in to their account, and a new person gets none', async () => {
  const before = providerPeople(
    () => auth,
    () => provider,
  )
  const now = providerPeople(
    () => full,
    () => provider,
  )
  const name = before.addPerson()
  expect((await before.signInAs(name)).status).toBe(201)
  const count = await countAccounts()
  expect((await now.signInAs(name)).status).toBe(200)
  expectRefused(await now.signInAs(now.addPerson()), 'STORAGE_FULL')
  expect(await countAccounts()).toBe(count)
})
