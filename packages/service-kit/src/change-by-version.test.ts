import { expect, test } from '@jest/globals'
import { changeByVersion } from './change-by-version.ts'

type Counter = { version: number; value: number }

/** An in-memory row. Before each of the next `conflicts` writes, a concurrent change is made to it. */
function createCounter(conflicts = 0) {
  const state = { row: { version: 1, value: 0 } as Counter, conflicts, writes: 0 }
  const store = {
    read: async () => state.row,
    write: async (read: Counter, change: Partial<Counter>) => {
      state.writes += 1
      if (state.conflicts > 0) {
        state.conflicts -= 1
        state.row = { version: state.row.version + 1, value: state.row.value + 100 }
      }
      if (state.row.version !== read.version) return false
      state.row = { ...read, ...change, version: read.version + 1 }
      return true
    },
  }
  return { state, store }
}

const increment = ({ value }: Counter) => ({ value: value + 1 })

test('decides again from the current row after a conflict', async () => {
  const { state, store } = createCounter(2)
  expect(await changeByVersion(store, increment)).toEqual({ version: 4, value: 201 })
  expect(state.row).toEqual({ version: 4, value: 201 })
})

test('writes nothing if there is nothing to change', async () => {
  const { state, store } = createCounter()
  expect(await changeByVersion(store, () => ({}))).toEqual({ version: 1, value: 0 })
  expect(state.writes).toBe(0)
})

test('propagates an error thrown by `decide` and writes nothing', async () => {
  const { state, store } = createCounter()
  const rejected = changeByVersion(store, () => {
    throw new Error('rejected by decide')
  })
  await expect(rejected).rejects.toThrow('rejected by decide')
  expect(state.writes).toBe(0)
})

test('throws UNAVAILABLE after forty conflicts', async () => {
  const { state, store } = createCounter(40)
  await expect(changeByVersion(store, increment)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(state.writes).toBe(40)
  expect(await changeByVersion(createCounter(39).store, increment)).toMatchObject({ value: 3901 })
})
