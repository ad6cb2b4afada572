import { expect, test } from '@jest/globals'
import { changeByVersion } from './change-by-version.ts'

type Counter = { version: number; value: number }

/** A row in memory; before each of the next `rivals` writes somebody else changes it. */
function counter(rivals = 0) {
  const state = { row: { version: 1, value: 0 } as Counter, rivals, writes: 0 }
  const store = {
    read: async () => state.row,
    write: async (read: Counter, change: Partial<Counter>) => {
      state.writes += 1
      if (state.rivals > 0) {
        state.rivals -= 1
        state.row = { version: state.row.version + 1, value: state.row.value + 100 }
      }
      if (state.row.version !== read.version) return false
      state.row = { ...read, ...change, version: read.version + 1 }
      return true
    },
  }
  return { state, store }
}

const grow = ({ value }: Counter) => ({ value: value + 1 })

test('after a lost comparison the change is decided again from the current row', async () => {
  const { state, store } = counter(2)
  expect(await changeByVersion(store, grow)).toEqual({ version: 4, value: 201 })
  expect(state.row).toEqual({ version: 4, value: 201 })
})

test('if there is nothing to change, nothing is written', async () => {
  const { state, store } = counter()
  expect(await changeByVersion(store, () => ({}))).toEqual({ version: 1, value: 0 })
  expect(state.writes).toBe(0)
})

test('a refusal is passed to the caller, and nothing is written', async () => {
  const { state, store } = counter()
  const refusing = changeByVersion(store, () => {
    throw new Error('never the last one')
  })
  await expect(refusing).rejects.toThrow('never the last one')
  expect(state.writes).toBe(0)
})

test('after forty lost comparisons the caller is told to retry', async () => {
  const { state, store } = counter(40)
  await expect(changeByVersion(store, grow)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(state.writes).toBe(40)
  expect(await changeByVersion(counter(39).store, grow)).toMatchObject({ value: 3901 })
})
