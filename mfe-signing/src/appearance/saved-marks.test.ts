import 'fake-indexeddb/auto'
import { expect, test } from '@jest/globals'
import type { Mark } from './mark.ts'
import { deleteSavedMark, listSavedMarks, saveMark } from './saved-marks.ts'

const markOf = (width: number): Mark => ({ paths: [], size: { width, height: 1 } })

test('lists what an account has saved of a kind, the latest first', async () => {
  await saveMark('ana', 'signature', markOf(1))
  await saveMark('ana', 'signature', markOf(2))
  await saveMark('ana', 'initials', markOf(3))
  await saveMark('ben', 'signature', markOf(4))
  expect(await widths('ana')).toEqual([2, 1])
})

test('forgets what was deleted', async () => {
  await saveMark('cy', 'signature', markOf(1))
  const [saved] = await listSavedMarks('cy', 'signature')
  await deleteSavedMark(saved?.id ?? 0)
  expect(await widths('cy')).toEqual([])
})

test('lists what is still being saved, and not what is being deleted', async () => {
  void saveMark('eva', 'signature', markOf(1))
  void saveMark('eva', 'signature', markOf(2))
  const [latest] = await listSavedMarks('eva', 'signature')
  expect(latest?.mark.size.width).toBe(2)
  void deleteSavedMark(latest?.id ?? 0)
  expect(await widths('eva')).toEqual([1])
})

test('keeps the latest four', async () => {
  for (const width of [1, 2, 3, 4, 5]) await saveMark('di', 'signature', markOf(width))
  expect(await widths('di')).toEqual([5, 4, 3, 2])
})

test('lists nothing if the browser forbids databases', async () => {
  const { open } = indexedDB
  indexedDB.open = () => {
    throw new DOMException('Denied', 'SecurityError')
  }
  await saveMark('ana', 'signature', markOf(9))
  expect(await widths('ana')).toEqual([])
  indexedDB.open = open
  expect(await widths('ana')).toEqual([2, 1])
})

async function widths(accountId: string): Promise<number[]> {
  const saved = await listSavedMarks(accountId, 'signature')
  return saved.map(({ mark }) => mark.size.width)
}
