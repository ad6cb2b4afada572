/** Each slice adds styles to the same document; none may affect the shell or another slice. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf, navigateTo } from '../support/frame.ts'
import { pageOfEachSlice } from '../support/released-slices.ts'
import { breakFiles } from '../support/slice-faults.ts'
import { describeDifferences, readStyles } from '../support/styles.ts'
import { createVisitors } from '../support/visitors.ts'

/** The part of the header that the shell renders; the user menu belongs to the auth slice. */
const FRAME = 'header, header > div, header nav, header nav *, header > div > a, header > div > a *'
/** Ignored, because the user menu may be slightly wider than its placeholder. */
const IGNORED_GEOMETRY = /^(width|inline-size|perspective-origin|transform-origin)$/
/** Ignored, because navigation focuses the heading, whose outline is removed. */
const IGNORED_OUTLINE = /outline/
const LOADING_TIMEOUT_MS = 10_000

const visit = createVisitors(() => testSystem().origin)

test('the shell looks the same before any slice is loaded and after all slices are loaded', async () => {
  const { page } = await visit()
  const restore = await breakFiles(page, /\/slices\//, 'missing')
  await page.goto('/nothing-here')
  await frameOf(page).waitForHeading('Page not found')
  const initial = await readStyles(page, FRAME)
  expect(initial.length).toBeGreaterThan(20)
  await restore()
  await page.reload()
  await visitEveryPage(page)
  await navigateTo(page, '/nothing-here', 'Page not found')
  expect(describeDifferences(initial, await readStyles(page, FRAME), IGNORED_GEOMETRY)).toEqual([])
})

test('a page of each slice looks the same whether it is loaded first or last', async () => {
  const visited = (await visit()).page
  await visited.goto('/nothing-here')
  await visitEveryPage(visited)
  for (const [path, heading] of pageOfEachSlice()) {
    const { page } = await visit()
    await page.goto(path)
    await frameOf(page).waitForHeading(heading)
    await navigateTo(visited, '/nothing-here', 'Page not found')
    await navigateTo(visited, path, heading)
    expect(await findLastingDifferences(page, visited)).toEqual([])
  }
})

async function visitEveryPage(page: Page) {
  for (const [path, heading] of pageOfEachSlice().toReversed())
    await navigateTo(page, path, heading)
  await frameOf(page).signIn.click()
  await page.getByRole('dialog').getByLabel('Email').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Compares both pages until they have loaded the same data; returns the differences that remain. */
async function findLastingDifferences(page: Page, visited: Page): Promise<string[]> {
  for (const deadline = Date.now() + LOADING_TIMEOUT_MS; ; ) {
    const initial = await readStyles(page, 'main *')
    expect(initial.length).toBeGreaterThan(20)
    const found = describeDifferences(initial, await readStyles(visited, 'main *'), IGNORED_OUTLINE)
    if (found.length === 0 || Date.now() > deadline) return found
  }
}
