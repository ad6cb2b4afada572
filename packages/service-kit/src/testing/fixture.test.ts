import { expect, test } from '@jest/globals'
import { freePort } from './fixture.ts'

test('a free port is below those of outgoing connections, so that none of them takes it before it is used', async () => {
  expect(await freePort()).toBeLessThan(32_768)
})
