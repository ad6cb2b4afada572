/**
 * Shell and slices are released independently, so each must work with the previous release of the
 * other: the {current, previous} shell with {current, previous} slices, switched by the command
 * that releases and rolls back.
 */
import { join } from 'node:path'
import { run } from '@inkproof/launcher/process/run'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { newVisitor } from '../support/browser.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { newPerson, register } from '../support/steps.ts'

const PREVIOUS = join(import.meta.dirname, 'generated/previous.tgz')

/** The minimum number of parts in both releases; a run that compares fewer reads the wrong archive. */
const MIN_PARTS = 4

type Release = 'current' | 'previous'

/** The heading of the Verify page in each release. */
const VERIFY_HEADINGS: Record<Release, string | RegExp> = {
  current: VERIFY,
  previous: 'Is this the very file that was certified?',
}

let browser: Browser
let copy: ReleaseCopy
const versions: Record<Release, Record<string, string>> = { current: {}, previous: {} }
/** The parts that both releases contain: a slice may have been added or removed in between. */
let common: string[]

beforeAll(async () => {
  browser = await openBrowser()
  copy = await copyRelease('matrix')
  versions.current = await copy.currentVersions()
  versions.previous = await unpackPrevious()
  common = Object.keys(versions.previous).filter((name) => name in versions.current)
})
afterAll(async () => {
  await browser.close()
  await copy.remove()
})

test('the previous release differs from the current one in every part they share', () => {
  expect(common).toContain('shell')
  expect(common.length).toBeGreaterThanOrEqual(MIN_PARTS)
  const unchanged = common.filter((name) => versions.previous[name] === versions.current[name])
  expect(unchanged).toEqual([])
})

describe.each([
  { shell: 'current', slices: 'current' },
  { shell: 'current', slices: 'previous' },
  { shell: 'previous', slices: 'current' },
  { shell: 'previous', slices: 'previous' },
] as const)('the $shell shell with the $slices slices', ({ shell, slices }) => {
  beforeAll(async () => {
    const released = { ...slicesOf(slices), shell: versions[shell]['shell'] ?? '' }
    await copy.removeSlices()
    await copy.release(...Object.values(released))
    expect(await copy.currentVersions()).toEqual(released)
  })

  test('shows the sign-in dialog and pages of every slice that both releases contain, without any error', async () => {
    const { page, context, browserErrors } = await newVisitor(browser, copy.origin)
    const { waitForHeading, signIn, goTo } = frameOf(page)
    await page.goto('/')
    await waitForHeading(/Proof that/)
    await goTo('Verify', VERIFY_HEADINGS[slices])
    await goTo('LitePaper', 'Litepaper')
    await signIn.click()
    await page.getByRole('dialog').getByLabel('Email').waitFor()
    await page.keyboard.press('Escape')
    await goTo('Templates', 'Templates')
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    const entries = common
      .filter((name) => name !== 'shell')
      .map((name) => `/slices/${versions[slices][name]?.replace('@', '/')}/entry.`)
    expect(entries.filter((entry) => !scripts.join().includes(entry))).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('creates an account, opens its settings and signs out', async () => {
    const { page, context, browserErrors } = await newVisitor(browser, copy.origin)
    const person = newPerson()
    await page.goto('/')
    await frameOf(page).signIn.click()
    await register(page, person)
    await page.goto('/user-profile')
    await page.getByRole('main').getByText(person.email).first().waitFor()
    await page.getByRole('banner').getByRole('button', { name: person.email }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await frameOf(page).signIn.waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})

/** Returns the versions of those slices of a release that can still be released: parts.json must list them. */
function slicesOf(release: Release): Record<string, string> {
  const slices = Object.entries(versions[release]).filter(([name]) => name !== 'shell')
  return Object.fromEntries(slices.filter(([name]) => name in versions.current))
}

/**
 * Copies the files of the previous release next to the current ones. Returns the version of each part, as
 * `currentVersions` does.
 */
async function unpackPrevious(): Promise<Record<string, string>> {
  await run('tar', ['-xzf', PREVIOUS, '-C', copy.www])
  const list = await run('tar', ['-tzf', PREVIOUS])
  const published = /^(?:slices\/([^/]+)|(shell)\/versions)\/([^/]+)\/$/
  const parts = list.split('\n').flatMap((line) => {
    const [, slice, shell, version] = published.exec(line) ?? []
    const name = slice ?? shell
    return name && version ? [[name, `${name}@${version}`] as const] : []
  })
  return Object.fromEntries(parts)
}
