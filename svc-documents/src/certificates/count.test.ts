import { expect, test } from '@jest/globals'
import { createCounter } from './count.ts'

/** Creates a counter over rows with these indexes that records its queries. */
function setup(indexes: number[]) {
  const queries: [number, number | undefined][] = []
  const clock = { nowMs: 0 }
  const count = createCounter(
    async (_workspaceId, from, below) => {
      queries.push([from, below])
      return indexes.filter((index) => index >= from && index < (below ?? Infinity)).length
    },
    () => clock.nowMs,
  )
  return { count, queries, clock, indexes }
}

test('counts old rows once and then only new ones', async () => {
  const { count, queries, indexes } = setup([1, 5, 4_200])
  expect(await count('w', 5_000)).toBe(3)
  indexes.push(5_100, 6_300)
  expect(await count('w', 6_000)).toBe(5)
  expect(queries).toEqual([
    [0, 4_000],
    [4_000, undefined],
    [4_000, 5_000],
    [5_000, undefined],
  ])
})

test('counts an older row added by a retry once the cached count has expired', async () => {
  const { count, clock, indexes } = setup([1])
  expect(await count('w', 5_000)).toBe(1)
  indexes.push(2)
  clock.nowMs = 600_000
  expect(await count('w', 5_000)).toBe(2)
})

test('counts each workspace separately', async () => {
  const { count } = setup([1])
  expect(await Promise.all([count('a', 5_000), count('b', 5_000)])).toEqual([1, 1])
})
