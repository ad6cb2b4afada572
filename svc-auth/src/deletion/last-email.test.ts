/** Tests that the last e-mail of a deletion is sent once, and that the address does not remain afterwards. */
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { eventModel } from '../events/events.model.ts'
import { registeredPerson } from '../testing/registered-people.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { deletionSweeper } from '../testing/sweep-deletions.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const CONFIRMED = { confirmation: 'delete my account' }

let clockOffsetMs = 0
const now = () => new Date(Date.now() + clockOffsetMs)
let auth: TestAuth
let sweep: () => Promise<void>
beforeAll(async () => {
  // Without a mail server, e-mails stay in the outbox until a test marks them as sent.
  auth = await startAuth({ now, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  sweep = deletionSweeper(auth, now)
})
afterAll(() => auth.stop())

async function sweepAfterAMinute() {
  clockOffsetMs += 61_000
  await sweep()
}

/** Creates an account whose deletion has started and whose last e-mail was just sent. */
async function setup() {
  clockOffsetMs = 0
  const { accountId: id, token } = await registeredPerson(auth)
  await auth.send('POST', '/api/auth/deletion', CONFIRMED, token)
  clockOffsetMs = 14 * DAY_MS
  await sweep()
  await sweepAfterAMinute()
  const events = eventModel(auth.mongo.connection)
  await events.updateOne({ accountId: id, kind: 'account-deleted' }, { 'mail.state': 'sent' })
  const countRows = async () => [
    await accountModel(auth.mongo.connection).countDocuments({ _id: id }),
    await events.countDocuments({ accountId: id }),
  ]
  const countDueEmails = () => events.countDocuments({ accountId: id, 'mail.state': 'due' })
  return { id, countRows, countDueEmails }
}

test('if deleting the account’s row fails, the last e-mail is not sent again', async () => {
  const { id, countRows, countDueEmails } = await setup()
  let hasFailed = false
  const failingSweep = deletionSweeper(auth, now, ({ accounts }) => ({
    accounts: {
      ...accounts,
      remove: (accountId) => {
        if (accountId !== id || hasFailed) return accounts.remove(accountId)
        hasFailed = true
        return Promise.reject(new Error('the database does not respond'))
      },
    },
  }))
  for (let sweeps = 0; sweeps < 3 && !hasFailed; sweeps += 1) {
    clockOffsetMs += 61_000
    await failingSweep()
  }
  expect([hasFailed, await countRows()]).toEqual([true, [1, 0]])
  await sweepAfterAMinute()
  expect([await countDueEmails(), await countRows()]).toEqual([0, [0, 0]])
})

test.each([
  ['that finishes the last e-mail', []],
  ['that deletes the account', [61_000]],
])('a sweep overtaken by one %s does not send the last e-mail again', async (_name, delays) => {
  const { id, countRows, countDueEmails } = await setup()
  clockOffsetMs += 61_000
  let isWaiting = false
  let resume: () => void = () => undefined
  const overtaken = new Promise<void>((resolve) => {
    resume = resolve
  })
  const slowSweep = deletionSweeper(auth, now, ({ pictures }) => ({
    pictures: {
      ...pictures,
      removeAll: async (accountId) => {
        isWaiting ||= accountId === id
        await overtaken
        await pictures.removeAll(accountId)
      },
    },
  }))
  const sweeping = slowSweep()
  await until(() => isWaiting)
  await sweep()
  for (const delayMs of delays) {
    clockOffsetMs += delayMs
    await sweep()
  }
  resume()
  await sweeping
  expect(await countDueEmails()).toBe(0)
  await sweepAfterAMinute()
  expect(await countRows()).toEqual([0, 0])
})
