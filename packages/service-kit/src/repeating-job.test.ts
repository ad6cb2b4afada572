import { expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { createRepeatingJob } from './repeating-job.ts'
import { until } from './testing/fixture.ts'

function createTestLog() {
  const lines: { level: string; msg: string; work?: string }[] = []
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) })
  return { lines, log }
}

test('retries failing work, logging its first failure and its recovery', async () => {
  const { lines, log } = createTestLog()
  let runs = 0
  const job = createRepeatingJob('cleanup', 1, log, async () => {
    runs += 1
    if (runs < 4) throw new Error('not yet')
  })
  await job.prepare()
  await until(() => runs >= 5)
  await job.close()
  expect(lines.map(({ level, work }) => [level, work])).toEqual([
    ['error', 'cleanup'],
    ['info', 'cleanup'],
  ])
})

test('handles work that throws synchronously', async () => {
  const { lines, log } = createTestLog()
  let runs = 0
  const job = createRepeatingJob('cleanup', 1, log, () => {
    runs += 1
    throw new Error('synchronous')
  })
  await job.prepare()
  await until(() => runs >= 2)
  await job.close()
  expect(lines).toHaveLength(1)
})

test('runs one at a time, and closing waits for the current run', async () => {
  const { log } = createTestLog()
  let [started, ended] = [0, 0]
  let finish: () => void = () => undefined
  const job = createRepeatingJob('cleanup', 1, log, async () => {
    started += 1
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    ended += 1
  })
  await job.prepare()
  await job.prepare()
  expect(started).toBe(1)
  const closing = job.close()
  expect(ended).toBe(0)
  finish()
  await closing
  expect([started, ended]).toEqual([1, 1])
  await job.prepare()
  expect(started).toBe(1)
})
