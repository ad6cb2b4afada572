import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { type ProviderSettings, provider } from './provider.ts'

/** The requests to the simulated provider, and its next response. */
let sent: { type: string | undefined; body: string }[] = []
let response: { status?: number; body?: unknown; isSilent?: boolean }
let server: Server
let verifyUrl: string

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    sent.push({ type: incoming.headers['content-type'], body })
    if (response.isSilent) return
    const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    outgoing.writeHead(response.status ?? 200, { location: '/elsewhere' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
beforeEach(() => {
  sent = []
  response = { body: { success: true, hostname: 'inkproof.example' } }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function setup(settings: Partial<ProviderSettings> = {}) {
  const keys = { siteKey: 'site', secret: 'hidden', hostname: 'inkproof.example' }
  return provider({ provider: 'turnstile', ...keys, verifyUrl, ...settings })
}

const codeOf = (spending: Promise<void>) =>
  spending.then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )

test('accepts a token that the provider verifies for this host, sent as a form with the secret', async () => {
  expect(await codeOf(setup().spend('a token'))).toBe('taken')
  expect(sent).toEqual([
    {
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: 'secret=hidden&response=a+token',
    },
  ])
})

test('has hCaptcha compare the site key, and accepts a response without a host', async () => {
  response = { body: { success: true, hostname: 'not-provided' } }
  expect(await codeOf(setup({ provider: 'hcaptcha' }).spend('t'))).toBe('taken')
  expect(sent[0]?.body).toBe('secret=hidden&response=t&sitekey=site')
  expect(await codeOf(setup({ provider: 'turnstile' }).spend('t'))).toBe('VERIFICATION_FAILED')
})

test.each<[string, object]>([
  ['one the provider does not know', { success: false, 'error-codes': ['invalid-input-response'] }],
  ['one that was used before', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ["one earned on another site's page", { success: true, hostname: 'evil.example' }],
  ['one without a host', { success: true }],
])('refuses %s', async (_what, body) => {
  response = { body }
  expect(await codeOf(setup().spend('t'))).toBe('VERIFICATION_FAILED')
})

test('refuses a missing token without asking the provider', async () => {
  expect(await codeOf(setup().spend(undefined))).toBe('VERIFICATION_FAILED')
  expect(await codeOf(setup().spend(''))).toBe('VERIFICATION_FAILED')
  expect(sent).toEqual([])
})

test.each<[string, typeof response]>([
  ['an error of its own', { status: 500, body: 'down' }],
  ['something else', { body: '[]' }],
  ['a redirect', { status: 302, body: '' }],
  [
    'that our secret is wrong',
    { body: { success: false, 'error-codes': ['invalid-input-secret'] } },
  ],
])('a provider that answers %s is away, and the token is not to blame', async (_what, given) => {
  response = given
  expect(await codeOf(setup().spend('t'))).toBe('UNAVAILABLE')
})

test('a provider that does not respond is reported as unavailable within 3 s', async () => {
  response = { isSilent: true }
  const startedAt = performance.now()
  expect(await codeOf(setup().spend('t'))).toBe('UNAVAILABLE')
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(await codeOf(setup({ verifyUrl: 'http://127.0.0.1:9/' }).spend('t'))).toBe('UNAVAILABLE')
})
