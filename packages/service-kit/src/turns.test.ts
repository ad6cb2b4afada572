import { expect, test } from '@jest/globals'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to, and notes when it begins. */
function pieces(count: number) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = Array.from({ length: count }, (_, at) => () => {
    begun.push(at)
    return new Promise<number>((resolve) => {
      ends[at] = () => resolve(at)
    })
  })
  return { begun, ends, works }
}

test('so many run at once, and the others in the order they came', async () => {
  const inTurn = createTurns(2, 10)
  const { begun, ends, works } = pieces(4)
  const results = works.map((work) => inTurn(work))
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await results[1]
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  await results[0]
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test('what would wait too long is refused, until there is room again', async () => {
  const inTurn = createTurns(1, 1)
  const { ends, works } = pieces(2)
  const results = works.map((work) => inTurn(work))
  await expect(inTurn(async () => 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  ends[0]?.()
  await results[0]
  ends[1]?.()
  await results[1]
  expect(await inTurn(async () => 7)).toBe(7)
})

test('work that fails leaves its place to the next', async () => {
  const inTurn = createTurns(1, 1)
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 7)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(7)
  expect(await inTurn(async () => 8)).toBe(8)
})
