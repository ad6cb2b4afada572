/**
 * One page made of independent parts: whatever happens to one slice's files, the frame and the other
 * slices go on, the person is told in place, and "Try again" brings it back.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { axeFindings } from './support/axe.ts'
import { newVisitor, openBrowser, PHONE_WIDTH } from './support/browser.ts'
import { breakFiles, FAULTS, watchPolicy } from './support/slice-faults.ts'
import { register } from './support/steps.ts'

const ORIGIN = process.env['INKPROOF_TEST_ORIGIN'] ?? ''
const VERIFY = /Is this the very file/
const UNAVAILABLE = 'This part is unavailable right now'
const DEADLINE_MS = 8000

jest.setTimeout(90_000)

let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(() => visit())
afterEach(() => context.close())

async function visit(options: { theme?: 'light' | 'dark'; width?: number } = {}) {
  await context?.close()
  const visitor = await newVisitor(browser, ORIGIN, options)
  context = visitor.context
  page = visitor.page
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const failure = () => heading(UNAVAILABLE)
const header = () => page.getByRole('banner')
const shown = (locator: ReturnType<typeof heading>) => locator.waitFor({ timeout: 15_000 })

describe.each([
  ['the entry', /\/slices\/mfe-documents\/.*\/entry\./],
  ['the first file', /\/slices\/mfe-documents\/.*\/slice\./],
])('when %s of a slice is', (_, files) => {
  test.each(FAULTS)('%s: says so in place, the rest goes on, and it comes back', async (fault) => {
    const heal = await breakFiles(page, files, fault)
    const startedAt = Date.now()
    // A script that hangs holds the load event back, as it would for anyone.
    await page.goto('/verify', { waitUntil: 'commit' })
    await shown(failure())
    expect(Date.now() - startedAt).toBeLessThan(DEADLINE_MS + 4000)
    await expectOthersToWork()
    await heal()
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await shown(heading(VERIFY))
  })
})

async function expectOthersToWork() {
  await header().getByRole('button', { name: 'Sign In' }).waitFor()
  await header().getByRole('link', { name: 'LitePaper' }).click()
  await page.waitForURL('**/litepaper', { waitUntil: 'commit' })
  await failure().waitFor({ state: 'detached' })
  await page.locator('main h1').first().waitFor()
  await page.goBack({ waitUntil: 'commit' })
  await shown(failure())
}

test('when the file of one page is lost, the other pages of the slice go on', async () => {
  await page.goto('/')
  const pageFiles = /\/slices\/mfe-documents\/(?!.*\/(entry|slice)\.)/
  await heading(/./).waitFor()
  const heal = await breakFiles(page, pageFiles, 'missing')
  await header().getByRole('link', { name: 'Verify' }).click()
  await shown(failure())
  await header().getByRole('link', { name: 'Home' }).click()
  await heading(/Proof that/).waitFor()
  await header().getByRole('link', { name: 'Verify' }).click()
  await heal()
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await shown(heading(VERIFY))
})

test('a page that breaks while it is drawn is replaced by a message, and comes back', async () => {
  await page.addInitScript(() => {
    const sine = Math.sin
    Math.sin = () => {
      throw new Error('broken on purpose')
    }
    Object.assign(globalThis, { mend: () => Object.assign(Math, { sin: sine }) })
  })
  await page.goto('/verify')
  await shown(failure())
  await header().getByRole('link', { name: 'LitePaper' }).waitFor()
  await page.evaluate('mend()')
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await shown(heading(VERIFY))
})

test('with the auth slice missing the header says so and every other part works', async () => {
  const heal = await breakFiles(page, /\/slices\/mfe-auth\//, 'missing')
  await page.goto('/verify')
  await heading(VERIFY).waitFor()
  await header().getByText('Sign-in is unavailable').waitFor()
  await heal()
  await header().getByRole('button', { name: 'Try again' }).click()
  await header().getByRole('button', { name: 'Sign In' }).waitFor()
})

test('with its dialog missing, signing in says so over the page and can be tried again', async () => {
  await page.goto('/verify')
  const heal = await breakFiles(page, /\/slices\/mfe-auth\//, 'missing')
  await header().getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Signing in is unavailable right now').waitFor()
  await heal()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog').waitFor()
})

test('a disabled Loading button stands where the user menu will be', async () => {
  await breakFiles(page, /\/slices\/mfe-auth\//, 'hanging')
  await page.goto('/nothing-here')
  const button = header().getByRole('button', { name: 'Loading' })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
})

test('the open account menu leaves axe nothing to find', async () => {
  await page.goto('/verify')
  await header().getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('dialog').waitFor()
  await register(page)
  await header()
    .getByRole('button', { name: /^Account of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a registry that was not put into the page is asked for', async () => {
  await page.route('**/verify', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text.replace(/(id="slices">)[^<]*/, '$1')
    await route.fulfill({ response, body })
  })
  const asked = page.waitForRequest('**/slices.json')
  await page.goto('/verify')
  await asked
  await heading(VERIFY).waitFor()
})

test("every shared package exists once, and all slices use the shell's", async () => {
  await page.goto('/')
  await header().getByRole('button', { name: 'Sign In' }).waitFor()
  await header().getByRole('link', { name: 'LitePaper' }).click()
  await page.waitForURL('**/litepaper', { waitUntil: 'commit' })
  await page.locator('main h1').first().waitFor()
  const shared = await page.evaluate(sharedPackages)
  expect(shared.containers.sort()).toEqual(['mfe_auth', 'mfe_content', 'mfe_documents', 'shell'])
  expect(Object.keys(shared.versions)).toEqual(
    expect.arrayContaining([
      'react',
      'react-dom',
      'react-router-dom',
      'zustand',
      '@inkproof/slice',
    ]),
  )
  expect(new Set(Object.values(shared.versions).map((list) => list.length))).toEqual(new Set([1]))
  const carriers = await scriptsWith(['inkproof_token', 'Minified React error'])
  expect(carriers).toEqual({ inkproof_token: 1, 'Minified React error': 1 })
})

function sharedPackages() {
  type Instance = { name: string; shareScopeMap: Record<string, Record<string, object>> }
  const { __FEDERATION__: federation } = globalThis as unknown as {
    __FEDERATION__: { __INSTANCES__: Instance[] }
  }
  const scope = federation.__INSTANCES__[0]?.shareScopeMap['default'] ?? {}
  const versions = Object.entries(scope).map(([name, list]) => [name, Object.keys(list)] as const)
  return {
    containers: federation.__INSTANCES__.map(({ name }) => name),
    versions: Object.fromEntries(versions),
  }
}

/** In how many of the scripts that were loaded each text stands. */
async function scriptsWith(texts: string[]): Promise<Record<string, number>> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const bodies = await Promise.all(
    [...new Set(urls)].map(async (url) => (await page.request.get(url)).text()),
  )
  return Object.fromEntries(
    texts.map((text) => [text, bodies.filter((body) => body.includes(text)).length]),
  )
}

test('a first visit of the home page takes at most ten requests and 180,000 bytes', async () => {
  const session = await context.newCDPSession(page)
  const urls = new Map<string, string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith(ORIGIN)) urls.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto('/')
  await header().getByRole('button', { name: 'Sign In' }).waitFor()
  await page.getByText('Entries in the public record').waitFor()
  const files = [...urls.values()].filter((url) => !/\/(api|log)\//.test(url))
  expect(files.length).toBeGreaterThan(4)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(urls.size).toBeLessThanOrEqual(10)
  expect(bytes).toBeGreaterThan(100_000)
  // Headers included, compressed as a browser gets them.
  expect(bytes).toBeLessThanOrEqual(180_000)
})

describe('the theme', () => {
  test.each(['light', 'dark'] as const)('%s is set before anything is painted', async (theme) => {
    await visit({ theme })
    await page.route('**/static/shell.*', (route) => route.abort())
    await page.goto('/', { waitUntil: 'commit' })
    await page.waitForSelector(`html.${theme}`, { state: 'attached' })
    const first = await page.evaluate(() => document.head.querySelector('script[src], link, style'))
    expect(first).toBeDefined()
    expect(await page.locator('#root').innerHTML()).toBe('')
  })

  test('is dark when nothing valid is stored', async () => {
    await page.addInitScript(() => localStorage.setItem('theme', 'purple'))
    await page.goto('/')
    expect(await page.locator('html').getAttribute('class')).toBe('dark')
  })

  test('changes by the toggle and is kept', async () => {
    await page.goto('/nothing-here')
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(await page.locator('html').getAttribute('class')).toBe('light')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  })
})

test('the header marks the page one is on and the window is named after it', async () => {
  await page.goto('/certify')
  const link = header().getByRole('link', { name: 'Certify' })
  await link.waitFor()
  expect(await link.getAttribute('aria-current')).toBe('page')
  expect(await page.title()).toBe('Certify · Inkproof')
})

test("moving on puts the keyboard at the new page's heading", async () => {
  await page.goto('/')
  await heading(/Proof that/).waitFor()
  await header().getByRole('link', { name: 'Verify' }).click()
  await heading(VERIFY).waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
})

test('the mobile menu opens, leads on, and closes by Escape', async () => {
  await visit({ width: PHONE_WIDTH })
  await page.goto('/verify')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Certify' }).click()
  await page.waitForURL('**/certify')
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
})

test('the status page names every service and slice, and why one is not ready', async () => {
  await page.route('**/api/health/documents', (route) =>
    route.fulfill({
      status: 503,
      json: {
        service: 'documents',
        ready: false,
        dependencies: [{ name: 'mongo', ready: false, reason: 'no answer in 2 s', tookMs: 2000 }],
      },
    }),
  )
  const heal = await breakFiles(page, /\/slices\/mfe-content\//, 'missing')
  await page.goto('/auth-status')
  await heading(/need attention/).waitFor()
  for (const name of ['auth', 'documents', 'content']) {
    expect(
      await page.getByRole('heading', { level: 3, name, exact: true }).count(),
    ).toBeGreaterThan(0)
  }
  await page.getByText('no answer in 2 s').waitFor()
  await page.getByText(/mfe-content.* answers 404/).waitFor()
  await heal()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText(/mfe-content.* answers 404/).waitFor({ state: 'detached' })
})

test("an address that is nobody's is the not-found page", async () => {
  await page.goto('/nothing/at/all')
  await heading('Page not found').waitFor()
  expect(await page.title()).toBe('Page not found · Inkproof')
})

test('every address of the specification has its page, and no policy is broken on the way', async () => {
  const reports = await watchPolicy(page)
  const answered: Record<string, string> = {}
  for (const path of ADDRESSES) {
    await page.goto(path)
    await page.locator('main h1').first().waitFor()
    answered[path] = (await page.locator('main h1').first().textContent()) ?? ''
  }
  expect(Object.keys(answered)).toHaveLength(ADDRESSES.length)
  expect(Object.entries(answered).filter(([, h1]) => /not found|unavailable/i.test(h1))).toEqual([])
  expect(reports).toEqual([])
})

test('the report of a broken policy is noticed', async () => {
  const reports = await watchPolicy(page)
  await page.goto('/verify')
  await heading(VERIFY).waitFor()
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://example.org/x.png'
    document.body.append(image)
  })
  await until(() => reports.length > 0)
  expect(reports[0]).toContain('img-src')
})

async function until(holds: () => boolean) {
  while (!holds()) await page.waitForTimeout(20)
}

const ADDRESSES = [
  '/',
  '/professional',
  '/professional/certify',
  '/certify',
  '/verify',
  '/templates',
  '/document-signing',
  '/about',
  '/features',
  '/security',
  '/api',
  '/api-test',
  '/careers',
  '/pricing',
  '/docs',
  '/litepaper',
  '/blog',
  '/support',
  '/advertising',
  '/faq',
  '/troubleshooting',
  '/privacy',
  '/terms',
  '/sign/abc',
  '/auth-test',
  '/dashboard',
  '/profile',
  '/user-profile',
  '/payment/abc',
  '/payment-success/abc',
  '/collaborate/new',
  '/email-test',
  '/reset-password',
  '/ai-features',
  '/auth-status',
]
