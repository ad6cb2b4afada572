/**
 * What browsers of visitors report: a slice is released under a version that only this test visits, so that its counts
 * are those of these visits.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runningServices, testSystem } from '@inkproof/launcher/testing/control'
import { BrowserReportCounts, type PartCounts } from '@inkproof/protocol/browser-reports'
import { SEND_BROWSER_REPORT } from '@inkproof/protocol/paths'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf } from '../support/frame.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { type ServiceRecorder, startServiceRecorder } from '../support/service-recorder.ts'
import { breakFiles } from '../support/slice-faults.ts'
import { createVisitors } from '../support/visitors.ts'

const SLICE = 'mfe-content'
const VERSION = '0.1.0-reported'
const FILES = /\/slices\/mfe-content\//
const SECRET = 'a text that a visitor has entered'

let copy: ReleaseCopy
let recorder: ServiceRecorder
let previous: string
let shell: string
const visit = createVisitors(() => copy.origin)
/** The version is released for the service, too. */
const released = () => join(testSystem().www, 'slices', SLICE, VERSION)

beforeAll(async () => {
  recorder = await startServiceRecorder(runningServices()['content'] ?? '')
  copy = await copyRelease('browser-reports', { content: recorder.url })
  const versions = await copy.currentVersions()
  previous = (versions[SLICE] ?? '').slice(SLICE.length + 1)
  shell = (versions['shell'] ?? '').slice('shell@'.length)
  const folder = join(copy.www, 'slices', SLICE, VERSION)
  await cp(join(copy.www, 'slices', SLICE, previous), folder, { recursive: true })
  const record = (await readFile(join(folder, 'slice.json'), 'utf8')).replaceAll(previous, VERSION)
  await writeFile(join(folder, 'slice.json'), record)
  await mkdir(released())
  await writeFile(join(released(), 'slice.json'), record)
  await copy.release(`${SLICE}@${VERSION}`)
})
afterAll(async () => {
  await rm(released(), { recursive: true })
  await copy.remove()
  await recorder.stop()
})

test('a visit, an error, a policy violation and a slice that fails are counted and shown on the status page', async () => {
  const first = await visit()
  await openLitepaper(first.page)
  await runInSlice(first.page, `setTimeout(() => { throw new Error('${SECRET}') })`)
  await runInSlice(first.page, `fetch('https://elsewhere.example/${SECRET}').catch(() => {})`)
  await first.page.goto('about:blank')
  await until(async () => (await countsOf(VERSION))?.visits === 1)
  expect(await countsOf(VERSION)).toMatchObject({ failures: 0, errors: 1, violations: 1 })

  const second = await visit()
  await breakFiles(second.page, FILES, 'missing')
  await second.page.goto('/litepaper')
  await frameOf(second.page).waitForFailure()
  // Reported while the page is open.
  await until(async () => (await countsOf(VERSION))?.failures === 1)
  const counts = await countsOf(VERSION)
  expect(counts).toMatchObject({ visits: 2, failures: 1, errors: 1, violations: 1 })
  const { lcp, cls } = counts?.vitals ?? {}
  for (const ratings of [lcp, cls])
    expect(Object.values(ratings ?? {}).reduce((sum, count) => sum + count, 0)).toBe(1)

  // Other tests visit the shell, too.
  expect((await countsOf(shell, 'shell'))?.visits).toBeGreaterThanOrEqual(2)
  expectNothingPersonal()
  await expectStatusPage()
})

/** The status page shows the counts of the live version, and lists those of others below. */
async function expectStatusPage() {
  const { page } = await visit()
  await page.goto('/auth-status')
  const card = page.getByRole('listitem').filter({ hasText: `Version ${VERSION}` })
  const row = (label: string) => card.getByText(label).locator('xpath=..').getByRole('definition')
  await card.getByText('2', { exact: true }).waitFor()
  expect(await row('Visits with a failure').textContent()).toBe('1')
  expect(await row('Errors').textContent()).toBe('1')
  expect(await row('Blocked by the security policy').textContent()).toBe('1')
  expect(await row('Layout stayed in place').textContent()).toMatch(/^\d+%$/)
  await copy.release(`${SLICE}@${previous}`)
  await page.reload()
  const old = page.getByRole('listitem').filter({ hasText: /^0\.1\.0-reported2 visits/ })
  expect(await old.textContent()).toBe(`${VERSION}2 visits, 1 with a failure`)
}

test('while the counts are unavailable, the status page says so and shows everything else', async () => {
  const { page } = await visit()
  await page.route('**/api/content/browser-reports', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.goto('/auth-status')
  await frameOf(page).waitForHeading('All systems operational')
  const note = page.getByText('The numbers are unavailable right now.')
  expect(await note.count()).toBeGreaterThanOrEqual(4)
})

async function openLitepaper(page: Page) {
  await page.goto('/litepaper')
  await frameOf(page).waitForHeading('Litepaper')
  // Reports begin once the page is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/after-load.')),
  )
}

/** Runs code as if it were in a file of the slice. */
async function runInSlice(page: Page, code: string) {
  const file = `${copy.origin}/slices/${SLICE}/${VERSION}/slice.js`
  await page.evaluate(`eval(${JSON.stringify(`${code}\n//# sourceURL=${file}`)})`)
}

function expectNothingPersonal() {
  const reports = recorder.requests.filter(({ path }) => path === SEND_BROWSER_REPORT.path)
  expect(reports.length).toBeGreaterThanOrEqual(2)
  for (const { body, headers } of reports) {
    for (const text of [SECRET, 'elsewhere', 'litepaper', copy.origin, 'Mozilla'])
      expect(body).not.toContain(text)
    for (const name of ['cookie', 'authorization', 'referer']) expect(headers[name]).toBeUndefined()
  }
}

async function countsOf(version: string, name = SLICE): Promise<PartCounts | undefined> {
  const response = await fetch(testSystem().origin + SEND_BROWSER_REPORT.path)
  const { parts } = BrowserReportCounts.parse(await response.json())
  return parts.find((part) => part.package === name && part.version === version)
}
