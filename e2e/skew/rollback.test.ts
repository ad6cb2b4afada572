/**
 * Recovery from a bad release: a single change of the served files, without building or restarting.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { newVisitor } from '../support/browser.ts'
import { frameOf } from '../support/frame.ts'
import { publishCopy } from '../support/publish-copy.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'

const SLICE = 'mfe-content'
const BAD = '0.1.0-bad'

let browser: Browser
let copy: ReleaseCopy

beforeAll(async () => {
  browser = await openBrowser()
  copy = await copyRelease('rollback')
})
afterAll(async () => {
  await browser.close()
  await copy.remove()
})

test('a broken version is reported inline, and rolling back fixes it without a restart', async () => {
  const good = (await copy.currentVersions())[SLICE] ?? ''
  await publishCopy(copy.www, good, BAD, { code: "throw new Error('a bad release')" })
  const before = await hashFiles(copy.www)
  const gatewayPid = copy.gatewayPid()

  await copy.release(`${SLICE}@${BAD}`)
  const { page, context, browserErrors } = await newVisitor(browser, copy.origin)
  const { waitForFailure, goTo, waitForHeading, tryAgain } = frameOf(page)
  await page.goto('/litepaper')
  await waitForFailure()
  expect(browserErrors.join()).toContain('a bad release')
  await goTo('Home', /Proof that/)
  await page.goBack()
  await waitForFailure()

  await copy.release(good)
  expect(await copy.currentVersions()).toMatchObject({ [SLICE]: good })
  // A user who loaded the broken version keeps retrying; the third retry reloads the page itself.
  const reloaded = page.waitForEvent('domcontentloaded')
  for (let attempt = 0; attempt < 3; attempt++) await tryAgain()
  await reloaded
  await waitForHeading('Litepaper')
  await context.close()

  expect(copy.gatewayPid()).toBe(gatewayPid)
  expect(await hashFiles(copy.www)).toEqual(before)
})

test('a version that was never published is refused, and nothing changes', async () => {
  const before = await hashFiles(copy.www)
  await expect(copy.release(`${SLICE}@0.0.0-never`)).rejects.toThrow('was never published')
  expect(await hashFiles(copy.www)).toEqual(before)
})

/** Returns the hashes of all served files; `.release-locks` and `.releases.json` are not served. */
async function hashFiles(www: string): Promise<Record<string, string>> {
  const entries = await readdir(www, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) =>
      entry.isFile() &&
      entry.name !== '.releases.json' &&
      !entry.parentPath.endsWith('/.release-locks'),
  )
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name))
      return [join(parentPath, name), createHash('sha256').update(bytes).digest('hex')]
    }),
  )
  return Object.fromEntries(found)
}
