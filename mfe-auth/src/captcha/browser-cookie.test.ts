/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { TestResponse } from '@inkproof/slice/testing/serve'
import { expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { choosePasskey } from '../factors/passkeys.api.ts'
import { CHALLENGE, startService } from '../testing/page.tsx'
import { fetchCaptcha } from './captcha-calls.ts'

const CAPTCHA = { body: { kind: 'altcha', calls: ['login'], challenge: CHALLENGE } }
const LATER = '/later'
const REFUSED = { status: 503, body: 'Unavailable.' }

test('first calls of a browser wait for each other until one has succeeded', async () => {
  const open: { url: string; answer: (response: TestResponse) => void }[] = []
  const { stop } = await startService(({ url }) => {
    return url === LATER ? { status: 204 } : new Promise((answer) => open.push({ url, answer }))
  })
  /** Waits until requests that were sent before have arrived, and checks which are open. */
  const expectRequests = async (...urls: string[]) => {
    await waitFor(() => expect(open.length).toBeGreaterThanOrEqual(urls.length))
    await fetch(LATER)
    expect(open.map(({ url }) => url)).toEqual(urls)
  }
  const captcha = fetchCaptcha().catch(() => 'refused')
  const passkey = choosePasskey().catch(() => 'refused')
  const again = fetchCaptcha()
  await expectRequests('/api/auth/captcha')
  open[0]?.answer(REFUSED)
  expect(await captcha).toBe('refused')
  await expectRequests('/api/auth/captcha', '/api/auth/login/passkey/options')
  open[1]?.answer(REFUSED)
  expect(await passkey).toBe('refused')
  await expectRequests('/api/auth/captcha', '/api/auth/login/passkey/options', '/api/auth/captcha')
  open[2]?.answer(CAPTCHA)
  expect(await again).toMatchObject({ calls: ['login'] })
  const both = [fetchCaptcha(), fetchCaptcha()]
  await waitFor(() => expect(open).toHaveLength(5))
  for (const { answer } of open.slice(3)) answer(CAPTCHA)
  await Promise.all(both)
  await stop()
})
