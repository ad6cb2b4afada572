/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { request } from '@inkproof/slice'
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { startService } from '../testing/page.tsx'
import { withReauthentication } from './with-reauthentication.ts'

let stop: () => Promise<void>
afterEach(() => stop())

async function setup(response: TestResponse) {
  const service = await startService(() => response)
  stop = service.stop
  return service
}

const action = () => request('POST', '/api/auth/password', {})

test('runs an action that needs no confirmation once', async () => {
  const { sentTo } = await setup({ status: 200 })
  expect((await withReauthentication(action)).status).toBe(200)
  expect(sentTo('/api/auth/password')).toHaveLength(1)
})

test('rethrows an error that does not ask for confirmation, without retrying', async () => {
  const headers = { 'inkproof-error': 'LAST_SIGN_IN_METHOD' }
  const { sentTo } = await setup({ status: 409, body: 'No.', headers })
  await expect(withReauthentication(action)).rejects.toThrow('409: No.')
  expect(sentTo('/api/auth/password')).toHaveLength(1)
})
