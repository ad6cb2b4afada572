/** Canaries: who gets the new version, and how it becomes live for all or ends, depending on what browsers report. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runningServices, testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { runCanary } from '@inkproof/slice-kit/release/canary'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { newVisitor, type VisitorOptions } from '../support/browser.ts'
import {
  findAgents,
  getsVersion,
  reportVisits,
  reportVisitsUntilEnd,
  startCanary,
  waitForEnd,
} from '../support/canary-command.ts'
import { frameOf } from '../support/frame.ts'
import { publishCopy } from '../support/publish-copy.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { type ServiceProxy, startServiceProxy } from '../support/service-proxy.ts'
import { cachedPaths, checkForRelease, waitUntilCached } from '../support/service-worker.ts'

const SLICE = 'mfe-content'
const NEW_LABEL = 'New API'
const LIVE_LABEL = 'API'
const READY = 'A new version of Inkproof is ready'
const FEW_VISITS = ['--min-visits', '3']
/** A fault that the check before a release does not find, because its browser has another name. */
const FAULT =
  "if (navigator.userAgent.startsWith('Visitor/')) throw new Error('a fault of the canary')"

let copy: ReleaseCopy
let content: ServiceProxy
let live: string
let version: string
let next: string
let count = 0
const published: string[] = []
const browsers: Browser[] = []

beforeAll(async () => {
  content = await startServiceProxy(runningServices()['content'] ?? '')
  copy = await copyRelease('canary', { content: content.url })
  live = (await copy.currentVersions())[SLICE] ?? ''
})
beforeEach(() => publish({ label: NEW_LABEL }))
afterEach(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()))
  await copy.release(live)
  for (const name of published.splice(0))
    await rm(join(testSystem().www, 'slices', SLICE, name), { recursive: true })
})
afterAll(async () => {
  await copy.remove()
  await content.stop()
})

test('a canary without failures becomes live for all, as a release', async () => {
  const command = startCanary(copy, next, '--for', '5s', ...FEW_VISITS)
  await reportVisitsUntilEnd(copy, next, command)
  const { code, output } = await command.ended
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain(`${SLICE} ${version} is live for all visitors`)
  expect((await copy.currentVersions())[SLICE]).toBe(next)
  const history = JSON.parse(await readFile(join(copy.www, '.releases.json'), 'utf8'))
  expect(history[SLICE]).toMatchObject({ live: version, rolledBack: [] })
  expect(await readdir(join(copy.www, 'canary'))).toEqual([])
})

test('a canary that fails in browsers ends by itself, with the reason, and the live version stays', async () => {
  await publish({ code: FAULT })
  const command = startCanary(copy, next, '--for', '1h')
  const { inside, outside } = await findAgents(copy, version)
  const { page } = await visit(inside)
  await page.goto('/litepaper')
  await frameOf(page).waitForFailure()
  await reportVisits(copy, next, 3, 1)
  const { code, output } = await command.ended
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toMatch(
    /mfe-content@\S+ is not live: browsers reported failures in \d of \d visits; the threshold is 2 %/,
  )
  await page.goto('/litepaper')
  await frameOf(page).waitForHeading('Litepaper')
  for (const agent of [inside, outside]) expect(await getsVersion(copy, agent, version)).toBe(false)
  expect((await copy.currentVersions())[SLICE]).toBe(live)
})

test('with too few visits, the version does not become live', async () => {
  const command = startCanary(copy, next, '--for', '1s', ...FEW_VISITS)
  const { code, output } = await command.ended
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toContain('is not live: browsers reported 0 of the required 3 visits')
  expect((await copy.currentVersions())[SLICE]).toBe(live)
})

test('a canary is for a share of visitors, whose pages are like those of a release', async () => {
  const command = startCanary(copy, next, '--for', '1h')
  const agents = await findAgents(copy, version)
  for (const [agent, label] of [
    [agents.inside, NEW_LABEL],
    [agents.outside, LIVE_LABEL],
  ] as const) {
    const { page, browserErrors } = await visit(agent)
    await page.goto('/litepaper')
    await frameOf(page).waitForHeading('Litepaper')
    await frameOf(page).header.getByRole('link', { name: label, exact: true }).waitFor()
    expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0)
    expect(browserErrors).toEqual([])
  }
  command.kill('SIGTERM')
  expect(await command.ended).toMatchObject({ code: 1 })
  expect(await getsVersion(copy, agents.inside, version)).toBe(false)
})

test('after Ctrl-C, open pages offer to reload, and nothing of the canary stays in their cache', async () => {
  const command = startCanary(copy, next, '--for', '1h')
  const { inside } = await findAgents(copy, version)
  const { page } = await visit(inside, { serviceWorker: true })
  const { waitForHeading, header } = frameOf(page)
  await page.goto('/litepaper')
  await waitForHeading('Litepaper')
  await waitUntilCached(page)
  expect((await cachedPaths(page)).join()).toContain(`/${version}/`)
  command.kill('SIGINT')
  const { code, output } = await command.ended
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toContain('is not live: the canary was interrupted')
  expect(await getsVersion(copy, inside, version)).toBe(false)
  await checkForRelease(page)
  await page.getByText(READY).first().waitFor()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await reloaded
  await header.getByRole('link', { name: LIVE_LABEL, exact: true }).waitFor()
  await waitUntilCached(page)
  expect((await cachedPaths(page)).join()).not.toContain(`/${version}/`)
})

test('a canary whose command is killed ends within a minute', async () => {
  const command = startCanary(copy, next, '--for', '1h')
  const { inside } = await findAgents(copy, version)
  command.kill('SIGKILL')
  expect(await command.ended).toMatchObject({ code: null })
  expect(await waitForEnd(copy, inside, version)).toBeLessThan(61_000)
  expect((await copy.currentVersions())[SLICE]).toBe(live)
})

test('a release of the slice ends its canary at once; a second canary is refused', async () => {
  const command = startCanary(copy, next, '--for', '1h')
  const { inside } = await findAgents(copy, version)
  const second = await startCanary(copy, next).ended
  expect(second).toMatchObject({ code: 1 })
  expect(second.output).toContain('another canary is running')
  expect(await getsVersion(copy, inside, version)).toBe(true)
  const other = await publishCopy(copy.www, live, `${version}-other`)
  const output = await copy.release(other)
  expect(output).toContain(`the canary of ${SLICE} ${version} ended`)
  expect(await getsVersion(copy, inside, version)).toBe(false)
  const ended = await command.ended
  expect(ended).toMatchObject({ code: 1 })
  expect(ended.output).toContain('is not live: a release ended the canary')
  expect((await copy.currentVersions())[SLICE]).toBe(other)
})

test('a canary ends if its reports cannot be read, and does not start without them', async () => {
  const run = {
    ...{ percent: 50, durationMs: 3_600_000, thresholdPercent: 2, minFailures: 3, minVisits: 3 },
    ...{ origin: copy.origin, signal: new AbortController().signal, pollMs: 100 },
    unreadableMs: 1000,
  }
  const start = () => runCanary(next, run, { out: copy.www })
  const refused = expect(start()).rejects.toThrow(
    /is not live: http\S+\/api\/content\/browser-reports cannot be read: its status is 503/,
  )
  const { inside } = await findAgents(copy, version)
  content.setState('refusing')
  await refused
  expect(await getsVersion(copy, inside, version)).toBe(false)
  await expect(start()).rejects.toThrow(/^http\S+ cannot be read/)
  expect(await getsVersion(copy, inside, version)).toBe(false)
  content.setState('open')
})

/** Publishes a new version, also below the folder of the running system, whose services count only released versions. */
async function publish(changes: Parameters<typeof publishCopy>[3]): Promise<void> {
  version = `0.1.0-next${++count}`
  next = await publishCopy(copy.www, live, version, changes)
  await publishCopy(testSystem().www, live, version, changes)
  published.push(version)
}

async function visit(agent: string, options: VisitorOptions = {}) {
  const browser = await openBrowser([`--user-agent=${agent}`])
  browsers.push(browser)
  return newVisitor(browser, copy.origin, options)
}
