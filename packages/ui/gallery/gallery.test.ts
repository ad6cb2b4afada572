/**
 * Tests the gallery in a real browser for what jsdom cannot check: colours, sizes, policies, focus.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { openBrowser } from '@inkproof/launcher/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'

const SERVE = join(import.meta.dirname, 'serve.ts')
const THEMES = ['dark', 'light'] as const
const WIDTHS = [375, 1440] as const
const VIEWS = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })))
const MIN_TOUCH_PX = 44
const SLOW_MS = 120_000

let outdir: string
let server: ChildProcess
let browser: Browser
let origin: string

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'gallery-'))
  // Tailwind hooks into the module loader, which a test runner does not allow, so the gallery runs
  // in a separate process.
  server = spawn(process.execPath, ['--import', 'tsx', SERVE, '0', outdir])
  origin = await address(server)
  browser = await openBrowser()
}, SLOW_MS)

afterAll(async () => {
  await browser?.close()
  server?.kill()
  await rm(outdir, { recursive: true, force: true })
})

describe.each(VIEWS)('in the $theme theme at $width px', ({ theme, width }) => {
  let page: Page
  beforeAll(async () => {
    page = (await open(theme, width)).page
  })
  afterAll(() => page?.close())

  test(
    'axe reports no violations',
    async () => {
      const { passes, violations } = await axe(page, 'body')
      expect(violations).toEqual([])
      expect(passes).toBeGreaterThan(25)
    },
    SLOW_MS,
  )

  test('nothing overflows the screen horizontally', async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})

describe.each(THEMES)('with overlays, in the %s theme', (theme) => {
  test.each([
    ['Open a dialog', '[role=dialog]'],
    ['Open a menu', '[role=menu]'],
    ['Danger', '[aria-label^=Notifications] li'],
  ])('axe reports no violations in what "%s" opens', async (name, opened) => {
    const { page, close } = await open(theme, 375)
    await page.getByRole('button', { name, exact: true }).click()
    await page.locator(opened).waitFor()
    const { passes, violations } = await axe(page, opened)
    expect(violations).toEqual([])
    expect(passes).toBeGreaterThan(3)
    await close()
  })
})

test('no content security policy violations, even while a dialog locks scrolling', async () => {
  const { page, refusals, close } = await open('dark', 1440)
  await page.getByRole('button', { name: 'Open a dialog' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  expect(refusals).toEqual([])
  await close()
})

test('every control meets the minimum touch target on a phone', async () => {
  const { page, close } = await open('dark', 375)
  const sizes = await page
    .locator('main button:visible, main input:visible, header button')
    .evaluateAll(reaches)
  expect(sizes.length).toBeGreaterThan(50)
  expect(sizes.filter(({ height }) => height < MIN_TOUCH_PX)).toEqual([])
  await close()
})

test('a select is operable by keyboard alone', async () => {
  const { page, close } = await open('dark', 1440)
  const node = page.getByRole('combobox', { name: 'Node' }).first()
  await node.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Custom node' }).waitFor()
  await page.keyboard.type('cus')
  await page.locator('[role=option][data-highlighted]', { hasText: 'Custom node' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  expect(await node.textContent()).toBe('Custom node')
  await close()
})

test('reduced motion disables every animation', async () => {
  const { page, close } = await open('dark', 1440)
  expect(await runningAnimations(page)).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await runningAnimations(page)).toBe(0)
  await close()
})

/** The server prints its URL once every file is built. */
async function address(process: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of process.stdout ?? []) {
    output += chunk
    const found = /http:\/\/\S+/.exec(output)
    if (found) return found[0]
  }
  throw new Error(`The gallery was not built: ${output}`)
}

async function open(theme: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const refusals: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text())
  })
  await page.goto(`${origin}?theme=${theme}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { page, refusals, close: () => page.close() }
}

async function axe(page: Page, part: string) {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  const found = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(part)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const violations = found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  )
  return { passes: found.passes.length, violations }
}

function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().length)
}

/**
 * Runs in the page. Checks whether a tap reaches the control or the larger touch target around it.
 */
function reaches(controls: Element[]) {
  return controls.map((control) => {
    const own = control.getBoundingClientRect()
    const after = getComputedStyle(control, '::after')
    const spread = after.position === 'absolute' ? -2 * Number.parseFloat(after.top) : 0
    return {
      control: control.outerHTML.slice(0, 120),
      height: Math.round(own.height + Math.max(0, spread || 0)),
    }
  })
}
