import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { until } from '../testing/client.ts'
import { randomEntries } from '../testing/database.ts'
import { createRotatingLog, FROM_OLD, NEW, OLD, type RotatingLog } from '../testing/rotating-log.ts'

let log: RotatingLog

beforeEach(async () => {
  log = await createRotatingLog()
})

afterEach(() => log.remove())

/** Longer than a worker waits before it reports that the log stopped, including the pause after an error. */
const REPORTING_MS = 8_000

test('an instance with the old key does not report that the log stopped, because another instance continues it', async () => {
  const outdated = await log.start(await log.claim(OLD))
  await log.sign(3)
  const current = await log.start(await log.claim(NEW, FROM_OLD))
  await log.waitForNote(4)
  await current.close()
  await log.database.appender().append(randomEntries(1))
  await until(
    async () => outdated.problem(),
    (problem) => problem !== null,
  )
  const reportedAt = Date.now() + REPORTING_MS
  await until(log.database.heads.read, ({ aliveAt }) => Number(aliveAt) > reportedAt)
  expect((await log.database.heads.read()).isStopped).toBe(false)
})
