import { expect, test } from '@jest/globals'
import { lockedPackages } from './locked.ts'

test('rejects a lock file that lists no packages', () => {
  expect(() => lockedPackages({}, 'mfe-x')).toThrow('package-lock.json lists no packages')
})
