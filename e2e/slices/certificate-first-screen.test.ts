/** What the page of a certificate shows before any script has run, and how the scripts take it over. */

import { runningServices, testSystem } from '@inkproof/launcher/testing/control'
import { certifyDocument, revokeCertificate } from '@inkproof/protocol/calls/certificates'
import { Certificate } from '@inkproof/protocol/certificates'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { watchShifts } from '../support/layout-shifts.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { type ServiceProxy, startServiceProxy } from '../support/service-proxy.ts'
import { registerAccount } from '../support/sign-in.ts'
import { watchPolicy } from '../support/slice-faults.ts'
import { createVisitors } from '../support/visitors.ts'
import {
  createCertifyRequest,
  createRevocationOpening,
  waitUntilFinal,
  waitUntilSigned,
} from '../testing/certify.ts'
import { sendCall } from '../testing/request.ts'

const TITLE = 'Lease of the house at the lake, with both appendices & the inventory of 2026'
const NOTE = 'Signed by all parties.\nThe second line of the note.'
const MARKUP = '<script>1</script><!--# include virtual="/slices.json" -->"\'&amp;'
const UNKNOWN = `/share/${'A'.repeat(22)}`
/** See share.page.tsx. */
const HEADS_TIMEOUT_MS = 1000
/** The gateway waits 300 ms for the service; the rest is for a slow machine. */
const MAX_DELAY_MS = 5000
const MAX_SHIFT = 0.002

let documents: ServiceProxy
let copy: ReleaseCopy
let browser: Browser
let token: string
beforeAll(async () => {
  documents = await startServiceProxy(runningServices()['documents'] ?? '')
  copy = await copyRelease('certificate', { documents: documents.url })
  browser = await openBrowser()
  token = (await registerAccount(testSystem().origin)).token
})
afterEach(() => documents.setState('open'))
afterAll(async () => {
  await browser?.close()
  await copy?.remove()
  await documents?.stop()
})
const visit = createVisitors(() => copy.origin)

async function certify(claims: Readonly<Record<string, string>>): Promise<Certificate> {
  const { origin } = testSystem()
  const body = createCertifyRequest(claims)
  const response = await sendCall(origin, certifyDocument, { as: token, body })
  const certificate = Certificate.parse(await response.json())
  await waitUntilSigned(origin, certificate.index)
  return certificate
}

const pathOf = ({ shareLink }: Certificate) => `/share/${shareLink}`

async function openWithoutScripts(path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: copy.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** The box of the drop zone, with `y` counted from the header, above which browsers without scripts show a hint. */
async function offsetInPage(page: Page) {
  const header = await page.getByRole('banner').boundingBox()
  const box = await page.locator('main section').boundingBox()
  return { ...box, y: (box?.y ?? 0) - (header?.y ?? 0) }
}

const downloadOf = (page: Page) => page.getByText('Download proof file')

test('shows title, note and actions without scripts', async () => {
  const page = await openWithoutScripts(pathOf(await certify({ title: TITLE, note: NOTE })))
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([TITLE])
  expect(await page.getByText('The second line of the note.').textContent()).toBe(NOTE)
  expect(await downloadOf(page).isVisible()).toBe(true)
  await page.context().close()
})

test.each([PHONE_WIDTH, DESKTOP_WIDTH])(
  'at %d px, what has arrived does not move when the rest of the page arrives',
  async (width) => {
    const path = pathOf(await certify({ title: TITLE, note: NOTE }))
    const page = await openWithoutScripts(path)
    await page.setViewportSize({ width, height: 900 })
    // Text in a web font that arrives only for the second load would wrap differently.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.reload()
    const complete = await offsetInPage(page)
    await page.route('**/share/*', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.slice(0, html.indexOf('<aside')) })
    })
    await page.reload()
    expect(await page.locator('main aside').count()).toBe(0)
    expect(await offsetInPage(page)).toEqual(complete)
    await page.context().close()
  },
)

test('shows markup in a title as text, and includes nothing that a title names', async () => {
  const certificate = await certify({ title: MARKUP })
  const page = await openWithoutScripts(pathOf(certificate))
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.allTextContents()).toEqual([MARKUP])
  expect(await heading.locator('*').count()).toBe(0)
  await page.context().close()
})

test('the page is not stored anywhere, and only the link preview contains its secret', async () => {
  const certificate = await certify({ title: TITLE })
  const response = await fetch(copy.origin + pathOf(certificate))
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await response.text()
  expect(html).toContain('house at the lake')
  expect(html.slice(html.indexOf('<body'))).not.toContain(certificate.shareLink)
  const paths = (await copy.responses()).map(({ path }) => path)
  expect(paths.some((path) => path.includes(certificate.shareLink))).toBe(false)
})

test('states nothing about a revoked certificate before scripts have run', async () => {
  const certificate = await certify({ title: TITLE })
  const path = pathOf(certificate)
  await sendCall(testSystem().origin, revokeCertificate, {
    as: token,
    params: { id: certificate.id },
    body: { opening: createRevocationOpening(certificate) },
  })
  const page = await openWithoutScripts(path)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(TITLE)
  expect(await page.locator('[data-verdict]').count()).toBe(0)
  expect(await page.getByText(/revoked|recorded|on the blockchain$/i).count()).toBe(0)
  await page.context().close()
  const visitor = await visit()
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { name: 'Revoked by the issuer.' }).waitFor()
})

test('an unknown link shows placeholders, then that there is no such certificate', async () => {
  const page = await openWithoutScripts(UNKNOWN)
  expect(await page.getByRole('heading').count()).toBe(0)
  expect(await downloadOf(page).isVisible()).toBe(false)
  await page.context().close()
  const visitor = await visit()
  await visitor.page.goto(UNKNOWN)
  await visitor.page.getByRole('heading', { level: 1, name: 'Certificate not found' }).waitFor()
})

test.each(['hanging', 'refusing'] as const)(
  'a %s service does not delay the page, which then shows placeholders',
  async (state) => {
    const path = pathOf(await certify({ title: TITLE }))
    documents.setState(state)
    const startedAt = performance.now()
    const page = await openWithoutScripts(path)
    expect(performance.now() - startedAt).toBeLessThan(MAX_DELAY_MS)
    expect(await page.getByRole('heading').count()).toBe(0)
    expect(await downloadOf(page).isVisible()).toBe(false)
    expect(await page.locator('main [data-slice=documents]').isVisible()).toBe(true)
    await page.context().close()
  },
)

test.each([PHONE_WIDTH, DESKTOP_WIDTH])(
  'at %d px, scripts take over without a layout shift, even if the record responds last',
  async (width) => {
    const certificate = await certify({ title: TITLE, note: NOTE })
    // Otherwise the state may change while the page is watched.
    await waitUntilFinal(testSystem().origin, certificate.index)
    const path = pathOf(certificate)
    const { page, browserErrors } = await visit({ width })
    const violations = await watchPolicy(page)
    const largeShifts = await watchShifts(page, MAX_SHIFT)
    const shared = page.waitForResponse('**/api/v1/shares/*')
    let titlesMeanwhile: string[] = []
    await page.addInitScript(disableTimeouts, HEADS_TIMEOUT_MS)
    await page.route('**/api/v1/log/events', async (route) => {
      await shared
      titlesMeanwhile = await page.locator('[data-first=page] h1').allTextContents()
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByText('What this proves').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([TITLE])
    // The first screen stayed until the record had responded.
    expect(titlesMeanwhile).toEqual([TITLE])
    expect(await page.locator('[data-first]').count()).toBe(0)
    expect(await largeShifts()).toEqual([])
    expect(violations).toEqual([])
    expect(browserErrors).toEqual([])
  },
)

/** Disables all timeouts of this length. On a busy machine, the page would stop waiting before the test has looked at it. */
function disableTimeouts(lengthMs: number): void {
  const start = window.setTimeout.bind(window)
  const startOthers = (handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    ms === lengthMs ? 0 : start(handler, ms, ...args)
  window.setTimeout = startOthers as typeof window.setTimeout
}

test('a record that does not respond delays the page only briefly', async () => {
  const path = pathOf(await certify({ title: TITLE }))
  const { page } = await visit()
  await page.route('**/api/v1/log/events', () => {})
  await page.goto(path)
  await page.getByRole('heading', { name: 'Certificate found.' }).waitFor()
})
