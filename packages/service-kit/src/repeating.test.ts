import { expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { repeating } from './repeating.ts'
import { until } from './testing/fixture.ts'

function logged() {
  const lines: { level: string; msg: string; work?: string }[] = []
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) })
  return { lines, log }
}

test('failing work is retried, logged once while it fails, and again when it succeeds', async () => {
  const { lines, log } = logged()
  let rounds = 0
  const part = repeating('sweeping', 1, log, async () => {
    rounds += 1
    if (rounds < 4) throw new Error('the broom is away')
  })
  await part.prepare()
  await until(() => rounds >= 5)
  await part.close()
  expect(lines.map(({ level, work }) => [level, work])).toEqual([
    ['error', 'sweeping'],
    ['info', 'sweeping'],
  ])
})

test('work that throws synchronously is treated the same', async () => {
  const { lines, log } = logged()
  let rounds = 0
  const part = repeating('sweeping', 1, log, () => {
    rounds += 1
    throw new Error('at once')
  })
  await part.prepare()
  await until(() => rounds >= 2)
  await part.close()
  expect(lines).toHaveLength(1)
})

test('runs one round at a time, and closing waits for the current one', async () => {
  const { log } = logged()
  let [begun, ended] = [0, 0]
  let finish: () => void = () => undefined
  const part = repeating('sweeping', 1, log, async () => {
    begun += 1
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    ended += 1
  })
  await part.prepare()
  await part.prepare()
  expect(begun).toBe(1)
  const closing = part.close()
  expect(ended).toBe(0)
  finish()
  await closing
  expect([begun, ended]).toEqual([1, 1])
  await part.prepare()
  expect(begun).toBe(1)
})
