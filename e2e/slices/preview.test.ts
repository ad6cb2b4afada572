/** The link of a preview: who sees the new version, where the page says so, and how it ends. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf } from '../support/frame.ts'
import { publishCopy } from '../support/publish-copy.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { checkForRelease, waitUntilCached } from '../support/service-worker.ts'
import { createVisitors } from '../support/visitors.ts'

const SLICE = 'mfe-content'
const VERSION = '0.1.0-new'
const NEW_LABEL = 'New API'
const LIVE_LABEL = 'API'

let copy: ReleaseCopy
let live: string
let next: string
const visit = createVisitors(() => copy.origin)

beforeAll(async () => {
  copy = await copyRelease('preview')
  live = (await copy.currentVersions())[SLICE] ?? ''
  next = await publishCopy(copy.www, live, VERSION, { label: NEW_LABEL })
})
afterAll(() => copy.remove())

test('a preview is shown only to the visitor who opened its link, with a notice, until it is ended', async () => {
  const link = await createPreview()
  const visitor = await visit()
  const other = await visit()
  const before = await pageText()
  await visitor.page.goto(link)
  expect(new URL(visitor.page.url()).search).toBe('')
  await labels(visitor.page, NEW_LABEL)
  const notice = visitor.page.getByRole('complementary', { name: 'Preview' })
  await notice.getByText(`${SLICE} ${VERSION}`).waitFor()
  await visitor.page.goto('/litepaper?from=mail#top')
  await frameOf(visitor.page).waitForHeading('Litepaper')
  await notice.waitFor()

  await other.page.goto('/litepaper')
  await labels(other.page, LIVE_LABEL)
  expect(await other.page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0)
  expect(withoutNonce(await pageText())).toBe(withoutNonce(before))

  await notice.getByRole('link', { name: 'End preview' }).click()
  await labels(visitor.page, LIVE_LABEL)
  expect(visitor.page.url()).toBe(`${copy.origin}/litepaper?from=mail#top`)
  expect(await notice.count()).toBe(0)
  expect(await visitor.context.cookies()).toEqual([])
  expect([...visitor.browserErrors, ...other.browserErrors]).toEqual([])
})

test('an ended preview shows the live release', async () => {
  const link = await createPreview()
  const { page } = await visit()
  await page.goto(link)
  await labels(page, NEW_LABEL)
  await copy.release('--end-preview', link)
  await page.reload()
  await labels(page, LIVE_LABEL)
  await page.goto(link)
  await labels(page, LIVE_LABEL)
  await expect(copy.release('--end-preview', link)).rejects.toThrow('there is no preview')
})

test('after the end of a preview, the service worker shows the live release offline', async () => {
  const { page, context } = await visit({ serviceWorker: true })
  await page.goto('/litepaper')
  await waitUntilCached(page)
  const link = await createPreview()
  await page.goto(link)
  await labels(page, NEW_LABEL)
  await checkForRelease(page)
  await waitUntilCached(page)
  await page.goto('/litepaper?preview=off')
  await labels(page, LIVE_LABEL)
  await checkForRelease(page)
  await waitUntilCached(page)
  await context.setOffline(true)
  await page.reload()
  await labels(page, LIVE_LABEL)
})

test('a previewed version becomes live as a release, and its preview ends', async () => {
  const link = await createPreview()
  const output = await copy.release(next)
  expect(output).toContain(`the preview of ${SLICE} ${VERSION} ended: this version is live`)
  const { page } = await visit()
  await page.goto(link)
  await labels(page, NEW_LABEL)
  expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0)
  await copy.release(live)
})

/** Creates a preview of the new version, and returns its link. */
async function createPreview(): Promise<string> {
  const output = await copy.release('--preview', '--no-browser', '--origin', copy.origin, next)
  const [link = ''] = /http:\S+/.exec(output) ?? []
  expect(link.startsWith(copy.origin)).toBe(true)
  return link
}

/** Waits until the header contains the slice's first link with this label. */
function labels(page: Page, label: string): Promise<void> {
  return frameOf(page).header.getByRole('link', { name: label, exact: true }).first().waitFor()
}

async function pageText(): Promise<string> {
  return (await fetch(`${copy.origin}/litepaper`)).text()
}

function withoutNonce(html: string): string {
  return html.replaceAll(/[0-9a-f]{32}/g, '')
}
