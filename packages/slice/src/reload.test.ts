import { expect, jest, test } from '@jest/globals'
import { beforeReload, reloadPage } from './reload.ts'

test('reloads after every draft is saved, even if saving one fails', async () => {
  const saved: string[] = []
  const unregisterFunctions = [
    beforeReload(async () => void saved.push('one')),
    beforeReload(() => {
      throw new Error('full')
    }),
    beforeReload(() => void saved.push('two')),
  ]
  const reload = jest.fn(() => expect(saved.sort()).toEqual(['one', 'two']))
  await reloadPage(reload)
  expect(reload).toHaveBeenCalledTimes(1)
  for (const unregister of unregisterFunctions) unregister()
})

test('does not wait for a draft that was unregistered', async () => {
  const save = jest.fn<() => void>()
  beforeReload(save)()
  await reloadPage(() => {})
  expect(save).not.toHaveBeenCalled()
})
