/** Each slice adds styles to the same document; none may affect the shell or another slice. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf, VERIFY } from '../support/frame.ts'
import { breakFiles } from '../support/slice-faults.ts'
import { differences, readStyles } from '../support/styles.ts'
import { visitorsOf } from '../support/visitors.ts'

/** A page of each slice. */
const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['/email-test', 'E-mail test'],
  ['/litepaper', 'Litepaper'],
  ['/verify', VERIFY],
]

/** What the shell renders in the header; the user menu beside it belongs to the auth slice. */
const FRAME = 'header, header > div, header nav, header nav *, header > div > a, header > div > a *'
/** The user menu takes the space of its placeholder, or slightly more. */
const GEOMETRY = /^(width|inline-size|perspective-origin|transform-origin)$/
/** Navigation moves the focus to the heading, whose outline is removed. */
const FOCUS = /outline/

jest.setTimeout(90_000)

const visit = visitorsOf(() => testSystem().origin)

test('the shell looks the same before any slice is loaded and after all are', async () => {
  const { page } = await visit()
  const heal = await breakFiles(page, /\/slices\//, 'missing')
  await page.goto('/nothing-here')
  await frameOf(page).shows('Page not found')
  const alone = await readStyles(page, FRAME)
  expect(alone.length).toBeGreaterThan(20)
  await heal()
  await page.reload()
  await seeEveryPage(page)
  await moveTo(page, '/nothing-here', 'Page not found')
  expect(differences(alone, await readStyles(page, FRAME), GEOMETRY)).toEqual([])
})

test('a page of each slice looks the same whether it is loaded first or last', async () => {
  const late = (await visit()).page
  await late.goto('/nothing-here')
  await seeEveryPage(late)
  for (const [path, heading] of PAGES) {
    const { page } = await visit()
    await page.goto(path)
    await frameOf(page).shows(heading)
    const alone = await readStyles(page, 'main *')
    expect(alone.length).toBeGreaterThan(20)
    await moveTo(late, '/nothing-here', 'Page not found')
    await moveTo(late, path, heading)
    expect(differences(alone, await readStyles(late, 'main *'), FOCUS)).toEqual([])
  }
})

async function seeEveryPage(page: Page) {
  for (const [path, heading] of PAGES.toReversed()) await moveTo(page, path, heading)
  await frameOf(page).signIn.click()
  await page.getByRole('dialog').getByLabel('Email').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Navigates without a page load, as a link does. */
async function moveTo(page: Page, path: string, heading: string | RegExp) {
  await page.waitForFunction(() => document.querySelector('main h1') !== null)
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await frameOf(page).shows(heading)
}
