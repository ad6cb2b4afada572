import { expect, jest, test } from '@jest/globals'
import { beforeReload, reloadPage } from './reload.ts'

test('reloads after every draft is saved, also when one cannot be', async () => {
  const saved: string[] = []
  const back = [
    beforeReload(async () => void saved.push('one')),
    beforeReload(() => {
      throw new Error('full')
    }),
    beforeReload(() => void saved.push('two')),
  ]
  const reload = jest.fn(() => expect(saved.sort()).toEqual(['one', 'two']))
  await reloadPage(reload)
  expect(reload).toHaveBeenCalledTimes(1)
  for (const takeBack of back) takeBack()
})

test('does not wait for a draft that is no longer there', async () => {
  const save = jest.fn<() => void>()
  beforeReload(save)()
  await reloadPage(() => {})
  expect(save).not.toHaveBeenCalled()
})
