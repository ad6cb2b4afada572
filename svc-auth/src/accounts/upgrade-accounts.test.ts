import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { accountModel } from './accounts.model.ts'
import { upgradeAccountsJob } from './upgrade-accounts.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

test('an account created by the first release can still sign in after the upgrade', async () => {
  const credentials = person()
  const { user } = (await auth.register(credentials)).body()
  const accounts = accountModel(auth.mongo.connection)
  const addedFields = [
    'version',
    'epoch',
    'wallets',
    'passkeys',
    'providers',
    'recoveryCodes',
    'devices',
  ]
  const $unset = Object.fromEntries(addedFields.map((name) => [name, 1]))
  await accounts.collection.updateOne({ _id: user.id }, { $unset })
  await upgradeAccountsJob(accounts).prepare()
  const response = await auth.send('POST', '/api/auth/login', credentials)
  expect([response.status, response.body().user]).toEqual([200, user])
})
