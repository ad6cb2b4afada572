import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { accountModel } from './accounts.model.ts'
import { upgradedAccounts } from './upgrade-accounts.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

test('an account of the first release signs in after the upgrade as before', async () => {
  const someone = person()
  const { user } = (await auth.register(someone)).body()
  const accounts = accountModel(auth.mongo.connection)
  const lacked = [
    'version',
    'epoch',
    'wallets',
    'passkeys',
    'providers',
    'recoveryCodes',
    'devices',
  ]
  const $unset = Object.fromEntries(lacked.map((name) => [name, 1]))
  await accounts.collection.updateOne({ _id: user.id }, { $unset })
  await upgradedAccounts(accounts).prepare()
  const response = await auth.send('POST', '/api/auth/login', someone)
  expect([response.status, response.body().user]).toEqual([200, user])
})
