import { expect, test } from '@jest/globals'
import { freePort } from './fixture.ts'

test('a free port is below the range of outgoing connections, which could otherwise take it before the test does', async () => {
  expect(await freePort()).toBeLessThan(32_768)
})
