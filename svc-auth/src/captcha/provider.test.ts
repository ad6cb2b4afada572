import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createProviderVerifier, type ProviderSettings } from './provider.ts'

/** The requests received by the simulated provider, and its next response. */
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
  return createProviderVerifier({ provider: 'turnstile', ...keys, verifyUrl, ...settings })
}

const codeOf = (result: Promise<void>) =>
  result.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

test('a token is sent with the secret and accepted if the provider verifies it for this host', async () => {
  expect(await codeOf(setup().consume('a token', 'a browser'))).toBe('accepted')
  expect(sent).toEqual([
    {
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: 'secret=hidden&response=a+token',
    },
  ])
})

test('the site key is sent to hCaptcha, whose response may omit the host', async () => {
  response = { body: { success: true, hostname: 'not-provided' } }
  expect(await codeOf(setup({ provider: 'hcaptcha' }).consume('t', 'a browser'))).toBe('accepted')
  expect(sent[0]?.body).toBe('secret=hidden&response=t&sitekey=site')
  expect(await codeOf(setup({ provider: 'turnstile' }).consume('t', 'a browser'))).toBe(
    'VERIFICATION_FAILED',
  )
})

test.each<[string, object]>([
  ['that the provider rejects', { success: false, 'error-codes': ['invalid-input-response'] }],
  ['that was used before', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['that was solved on another site', { success: true, hostname: 'evil.example' }],
  ['whose host is not reported', { success: true }],
])('refuses a token %s', async (_what, body) => {
  response = { body }
  expect(await codeOf(setup().consume('t', 'a browser'))).toBe('VERIFICATION_FAILED')
})

test('refuses a missing token without a request to the provider', async () => {
  expect(await codeOf(setup().consume(undefined, 'a browser'))).toBe('VERIFICATION_FAILED')
  expect(await codeOf(setup().consume('', 'a browser'))).toBe('VERIFICATION_FAILED')
  expect(sent).toEqual([])
})

test.each<[string, typeof response]>([
  ['a server error', { status: 500, body: 'down' }],
  ['an unexpected body', { body: '[]' }],
  ['a redirect', { status: 302, body: '' }],
  [
    'a rejection of our secret',
    { body: { success: false, 'error-codes': ['invalid-input-secret'] } },
  ],
])(
  'a provider that responds with %s is reported as unavailable, and the token is not rejected',
  async (_what, failure) => {
    response = failure
    expect(await codeOf(setup().consume('t', 'a browser'))).toBe('UNAVAILABLE')
  },
)

test('a provider that does not respond is reported as unavailable within 3 s', async () => {
  response = { isSilent: true }
  const clock = startTickClock()
  expect(await codeOf(setup().consume('t', 'a browser'))).toBe('UNAVAILABLE')
  expect(clock.stop()).toBeLessThan(3_000)
  expect(await codeOf(setup({ verifyUrl: 'http://127.0.0.1:9/' }).consume('t', 'a browser'))).toBe(
    'UNAVAILABLE',
  )
})
