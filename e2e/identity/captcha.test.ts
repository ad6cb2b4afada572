/**
 * The human verification in a real browser: its timing, each provider, and the origins from which a page may
 * load a provider's script.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testSystem } from '@inkproof/launcher/testing/control'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { axeFindings } from '../support/axe.ts'
import { startTestAuth, type TestAuth } from '../support/test-auth.ts'
import { createVisitors } from '../support/visitors.ts'

const PASSWORD = 'eleven quiet pears'

describe('the proof of work', () => {
  const visit = createVisitors(() => testSystem().origin)

  test('shows an error when the widget has not loaded after 10 s, and not earlier', async () => {
    const { page, context } = await visit()
    await page.clock.install()
    const isWorker = /\.worker\.[^/]*\.js$/
    // No response: the worker script neither loads nor fails.
    await context.route(isWorker, () => undefined)
    await openDialog(page)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    const requested = context.waitForEvent('request', (request) => isWorker.test(request.url()))
    await dialogOf(page).getByLabel('Email').fill('ada@example.org')
    await requested
    await page.clock.runFor(9_900)
    expect(await dialogOf(page).getByText('Loading the verification…').count()).toBe(1)
    await page.clock.runFor(200)
    const error = await dialogOf(page).getByRole('alert').textContent()
    expect(error).toMatch(/^The security verification did not load within 10 seconds/)
    await page.clock.resume()
    expect(await axeFindings(page)).toEqual([])
  })

  test('clears the token when it expires, and obtains a new one on request', async () => {
    const { page, browserErrors } = await visit()
    await page.clock.install()
    await openDialog(page)
    await dialogOf(page).getByLabel('Email').fill('ada@example.org')
    await dialogOf(page).getByText('Verified').waitFor()
    await page.clock.fastForward(270_000)
    await dialogOf(page).getByText('The verification has expired.').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Verify again' }).click()
    await dialogOf(page).getByText('Verified').waitFor()
    expect(browserErrors).toEqual([])
  })
})

describe('with the verification required for registration', () => {
  let auth: TestAuth
  const visit = createVisitors(() => auth.origin)
  beforeAll(async () => {
    auth = await startTestAuth('captcha-all', () => ({ CAPTCHA_FOR: 'all' }))
  })
  afterAll(() => auth.stop())

  test('the widget replaces the notice, and the account is created', async () => {
    const { page, browserErrors } = await visit()
    await openDialog(page)
    await dialogOf(page).getByRole('button', { name: 'Sign up', exact: true }).click()
    await dialogOf(page).getByText('Security Verification').waitFor()
    expect(
      await dialogOf(page)
        .getByText(/temporarily disabled/)
        .count(),
    ).toBe(0)
    const sending = page.waitForRequest('**/api/auth/register')
    await register(page, `${crypto.randomUUID()}@example.org`)
    const { turnstileToken } = (await sending).postDataJSON()
    expect(JSON.parse(atob(turnstileToken))).toHaveProperty('solution.counter')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
  })

  test('rejects the placeholder token', async () => {
    const response = await fetch(`${auth.origin}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${crypto.randomUUID()}@example.org`,
        password: PASSWORD,
        turnstileToken: 'disabled-for-testing',
      }),
    })
    expect([response.status, response.headers.get('inkproof-error')]).toEqual([
      400,
      'VERIFICATION_FAILED',
    ])
  })
})

describe.each([
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js*'],
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js*'],
])('with %s configured', (captcha, script) => {
  let auth: TestAuth
  let verifier: Awaited<ReturnType<typeof startVerifier>>
  const visit = createVisitors(() => auth.origin)
  beforeAll(async () => {
    verifier = await startVerifier()
    auth = await startTestAuth(
      `captcha-${captcha}`,
      () => ({
        CAPTCHA_SITE_KEY: 'the-site-key',
        CAPTCHA_SECRET: 'the-secret',
        CAPTCHA_VERIFY_URL: verifier.url,
      }),
      captcha,
    )
  })
  afterAll(async () => {
    await auth.stop()
    await verifier.stop()
  })

  test('shows its widget in the dialog, lets the user solve it, and signs in with its token', async () => {
    const { page, context, browserErrors } = await visit()
    const email = `${crypto.randomUUID()}@example.org`
    await createAccount(auth.origin, email)
    const body = WIDGET.replaceAll('PROVIDER', captcha)
    await context.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await openDialog(page)
    await dialogOf(page).getByLabel('Email').fill(email)
    await dialogOf(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialogOf(page).getByRole('button', { name: 'I am human (the-site-key)' }).click()
    await dialogOf(page).getByText('Verified').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Sign In', exact: true }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(verifier.requests.at(-1)).toMatchObject({ secret: 'the-secret', response: 'the-token' })
    expect(browserErrors).toEqual([])
  })

  test('does not run a script from any other origin', async () => {
    const { page, context, browserErrors } = await visit()
    await context.route('https://evil.example/*', (route) => route.fulfill({ body: '' }))
    await openDialog(page)
    await page.evaluate(() => {
      const src = 'https://evil.example/x.js'
      document.head.append(Object.assign(document.createElement('script'), { src }))
    })
    await page.waitForFunction(() => document.querySelector('script[src*="evil"]') !== null)
    await dialogOf(page).getByLabel('Email').fill('a')
    expect(browserErrors.join()).toMatch(/evil\.example.*Content Security Policy/)
  })
})

/** Replaces the provider's script by one that renders a button; hCaptcha's options name the container of the button. */
const WIDGET = `window.PROVIDER = {
  render(container, options) {
    const box = document.createElement('button')
    box.type = 'button'
    box.textContent = 'I am human (' + options.sitekey + ')'
    box.onclick = () => options.callback('the-token')
    const id = options['challenge-container']
    const parent = id ? document.getElementById(id) : container
    parent.append(box)
    return 'one'
  },
  remove() {},
}`

const dialogOf = (page: Page) => page.getByRole('dialog')

async function openDialog(page: Page): Promise<void> {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dialogOf(page).getByLabel('Email').waitFor()
}

async function register(page: Page, email: string): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()
}

async function createAccount(origin: string, email: string): Promise<void> {
  const response = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, turnstileToken: 'disabled-for-testing' }),
  })
  expect(response.status).toBe(201)
}

/** Starts a server that replaces the provider's verification endpoint and accepts a single token. */
async function startVerifier() {
  const requests: Record<string, string>[] = []
  const server: Server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const fields = Object.fromEntries(new URLSearchParams(body))
    requests.push(fields)
    const success = fields['response'] === 'the-token'
    outgoing.end(JSON.stringify({ success, hostname: '127.0.0.1' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
