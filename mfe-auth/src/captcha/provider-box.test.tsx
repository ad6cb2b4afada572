/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { show, startService } from '../testing/page.tsx'
import { getCaptchaToken, startCaptcha, useCaptcha } from './captcha.store.ts'
import type { WidgetApi } from './provider-script.ts'
import { SecurityVerification } from './security-verification.tsx'

type Provider = 'turnstile' | 'hcaptcha'
type Event = 'error-callback' | 'timeout-callback' | 'before-interactive-callback'
type Options = Record<Event, () => unknown> & {
  callback: (token: string) => void
  'challenge-container': string
}

let stop: () => Promise<void>
afterEach(async () => {
  jest.useRealTimers()
  await stop()
  for (const name of ['turnstile', 'hcaptcha']) Reflect.deleteProperty(globalThis, name)
  for (const script of document.querySelectorAll('head script')) script.remove()
})

async function setup(kind: Provider) {
  const service = await startService(() => ({ body: { kind, siteKey: 'site', calls: ['login'] } }))
  stop = service.stop
  show(<SecurityVerification purpose="login" />)
  act(() => startCaptcha('login'))
  await waitFor(() => expect(document.querySelector('head script')).toBeTruthy())
}

/** Defines the global of the provider's script, and records the widgets it renders and removes. */
function installProviderApi(kind: Provider) {
  const rendered: { container: HTMLElement; options: Options }[] = []
  const removed: string[] = []
  const api: WidgetApi = {
    render: (container, options) => {
      rendered.push({ container, options: options as Options })
      return `widget ${rendered.length}`
    },
    remove: (id) => removed.push(id),
  }
  Object.assign(globalThis, { [kind]: api })
  return { rendered, removed, options: () => rendered.at(-1)?.options as Options }
}

const scriptUrls = () =>
  [...document.querySelectorAll<HTMLScriptElement>('head script')].map(({ src }) => src)

test.each<[Provider, string]>([
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'],
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&sentry=false'],
])(
  '%s: loads its script on first use of the form, shows its widget and accepts its token',
  async (kind, src) => {
    await setup(kind)
    expect(scriptUrls()).toEqual([src])
    const { rendered, removed, options } = installProviderApi(kind)
    await waitFor(() => expect(rendered).toHaveLength(1))
    expect(options()).toMatchObject({ sitekey: 'site', theme: 'dark' })
    expect(rendered[0]?.container.isConnected).toBe(true)
    act(() => options().callback('provider-token'))
    expect(await getCaptchaToken('login')).toBe('provider-token')
    expect(screen.getByText('Verified')).toBeTruthy()
    expect(removed).toEqual(['widget 1'])
  },
)

test("opens hCaptcha's challenge inside the form, so that it can be completed within a dialog", async () => {
  await setup('hcaptcha')
  const { rendered, options } = installProviderApi('hcaptcha')
  await waitFor(() => expect(rendered).toHaveLength(1))
  const section = screen.getByRole('region', { name: 'Security Verification' })
  const id = options()['challenge-container']
  expect(section.contains(document.getElementById(id))).toBe(true)
})

test('on submit, waits for the widget, or asks the user to complete it if the widget needs a click', async () => {
  await setup('turnstile')
  const { rendered, options } = installProviderApi('turnstile')
  await waitFor(() => expect(rendered).toHaveLength(1))
  const token = getCaptchaToken('login')
  act(() => void options()['before-interactive-callback']())
  await expect(token).rejects.toThrow('Complete the security verification, then try again.')
  expect(rendered).toHaveLength(1)
})

test.each<[Event, RegExp]>([
  ['error-callback', /could not be completed/],
  ['timeout-callback', /has expired/],
])('reports an error after the %s', async (event, sentence) => {
  await setup('turnstile')
  const { rendered, options } = installProviderApi('turnstile')
  await waitFor(() => expect(rendered).toHaveLength(1))
  act(() => void options()[event]())
  expect(screen.getByRole('alert').textContent).toMatch(sentence)
})

test.each<[Provider, number]>([
  ['turnstile', 270_000],
  ['hcaptcha', 105_000],
])("clears %s's token before the provider would reject it", async (kind, lifetimeMs) => {
  await setup(kind)
  const { rendered, options } = installProviderApi(kind)
  await waitFor(() => expect(rendered).toHaveLength(1))
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] })
  act(() => options().callback('t'))
  act(() => jest.advanceTimersByTime(lifetimeMs - 1))
  expect(useCaptcha.getState().step).toBe('solved')
  act(() => jest.advanceTimersByTime(1))
  expect(screen.getByRole('alert').textContent).toBe('The verification has expired.')
})

test('immediately reports a script that fails to load, and requests it again on retry', async () => {
  await setup('turnstile')
  act(() => void document.querySelector('head script')?.dispatchEvent(new Event('error')))
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be completed/)
  expect(scriptUrls()).toEqual([])
  act(() => startCaptcha('login'))
  await waitFor(() => expect(scriptUrls()).toHaveLength(1))
})

test('reports a script that has not loaded after 10 s', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick', 'setTimeout'] })
  await setup('turnstile')
  act(() => jest.advanceTimersByTime(9_800))
  expect(useCaptcha.getState().step).toBe('loading')
  act(() => jest.advanceTimersByTime(300))
  expect(screen.getByRole('alert').textContent).toMatch(/did not load within 10 seconds/)
  expect(scriptUrls()).toEqual([])
})
