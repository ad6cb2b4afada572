/**
 * Shell and slices are released independently, so each must work with the previous release of the
 * other: the {current, previous} shell with {current, previous} slices, switched by the command
 * that releases and rolls back.
 */
import { join } from 'node:path'
import { run } from '@inkproof/launcher/process/run'
import { openBrowser } from '@inkproof/launcher/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { newVisitor } from '../support/browser.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { newPerson, register } from '../support/steps.ts'

const PREVIOUS = join(import.meta.dirname, 'generated/previous.tgz')

type Release = 'current' | 'previous'

/** The heading of the Verify page in each release. */
const VERIFY_HEADINGS: Record<Release, string | RegExp> = {
  current: VERIFY,
  previous: 'Is this the very file that was certified?',
}

let browser: Browser
let copy: ReleaseCopy
const versions: Record<Release, Record<string, string>> = { current: {}, previous: {} }

beforeAll(async () => {
  browser = await openBrowser()
  copy = await copyRelease('matrix')
  versions.current = await copy.currentVersions()
  const names = await unpackPrevious()
  await copy.release(...names)
  versions.previous = await copy.currentVersions()
})
afterAll(async () => {
  await browser.close()
  await copy.remove()
})

test('the previous release differs from the current one in every part', () => {
  expect(Object.keys(versions.previous).sort()).toEqual(Object.keys(versions.current).sort())
  for (const [name, version] of Object.entries(versions.previous)) {
    expect(version).not.toBe(versions.current[name])
  }
})

describe.each([
  { shell: 'current', slices: 'current' },
  { shell: 'current', slices: 'previous' },
  { shell: 'previous', slices: 'current' },
  { shell: 'previous', slices: 'previous' },
] as const)('the $shell shell with the $slices slices', ({ shell, slices }) => {
  beforeAll(async () => {
    const { shell: _, ...parts } = versions[slices]
    await copy.release(...Object.values(parts), versions[shell]['shell'] ?? '')
    expect(await copy.currentVersions()).toEqual({ ...parts, shell: versions[shell]['shell'] })
  })

  test('shows pages of every slice, its menu and its dialog, without any error', async () => {
    const { page, context, browserErrors } = await newVisitor(browser, copy.origin)
    const { shows, signIn, goTo } = frameOf(page)
    await page.goto('/')
    await shows(/Proof that/)
    await goTo('Verify', VERIFY_HEADINGS[slices])
    await goTo('LitePaper', 'Litepaper')
    await signIn.click()
    await page.getByRole('dialog').getByLabel('Email').waitFor()
    await page.keyboard.press('Escape')
    await goTo('Templates', 'Templates')
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    for (const part of Object.values(versions[slices]).filter((name) => name.startsWith('mfe-'))) {
      expect(scripts.join()).toContain(`/slices/${part.replace('@', '/')}/entry.`)
    }
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

/**
 * Copies the files of the previous release next to the current ones. Returns the names of its
 * versions.
 */
async function unpackPrevious(): Promise<string[]> {
  await run('tar', ['-xzf', PREVIOUS, '-C', copy.www])
  const list = await run('tar', ['-tzf', PREVIOUS])
  const published = /^(?:slices\/([^/]+)|(shell)\/versions)\/([^/]+)\/$/
  return list.split('\n').flatMap((line) => {
    const [, slice, shell, version] = published.exec(line) ?? []
    return version ? [`${slice ?? shell}@${version}`] : []
  })
}
