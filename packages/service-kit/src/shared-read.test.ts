import { expect, test } from '@jest/globals'
import { createSharedRead } from './shared-read.ts'
import { until } from './testing/fixture.ts'

const LONG_MS = 60_000

function countRuns(run: () => Promise<number> = async () => 1) {
  const runs = { count: 0 }
  const counted = () => {
    runs.count++
    return run()
  }
  return { runs, run: counted }
}

test('shares a run among concurrent callers, and its result among later ones', async () => {
  const { runs, run } = countRuns()
  const { read } = createSharedRead(run, { resolvedMs: LONG_MS, rejectedMs: 0 })
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  expect([await read(), runs.count]).toEqual([1, 1])
})

test('runs again after the time of a success', async () => {
  const { runs, run } = countRuns()
  const { read } = createSharedRead(run, { resolvedMs: 1, rejectedMs: LONG_MS })
  await until(async () => (await read()) === 1 && runs.count >= 2)
})

test('runs again after the result was expired, even during a run', async () => {
  let value = 1
  const { runs, run } = countRuns(async () => value)
  const { read, expire } = createSharedRead(run, { resolvedMs: LONG_MS, rejectedMs: 0 })
  const before = read()
  value = 2
  expire()
  expect([await before, await read()]).toEqual([1, 2])
  expect([await read(), runs.count]).toEqual([2, 2])
})

test('repeats a failure only for its own time', async () => {
  const { runs, run } = countRuns(() => Promise.reject(new Error('full')))
  const { read: longer } = createSharedRead(run, { resolvedMs: 0, rejectedMs: LONG_MS })
  for (const _call of [1, 2]) await expect(longer()).rejects.toThrow('full')
  expect(runs.count).toBe(1)
  const { read: shorter } = createSharedRead(run, { resolvedMs: LONG_MS, rejectedMs: 1 })
  await until(async () => (await shorter().catch(() => 0)) === 0 && runs.count >= 3)
})
