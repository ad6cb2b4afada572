/**
 * Tests the gallery in a real browser for what jsdom cannot check: colors, sizes, policies, focus.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
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
const views = new Map<string, Promise<Page>>()

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'gallery-'))
  // Tailwind hooks into the module loader, which Jest does not allow, so the gallery runs in a separate
  // process.
  server = spawn(process.execPath, ['--import', 'tsx', SERVE, '0', outdir])
  origin = await readServerUrl(server)
  browser = await openBrowser()
}, SLOW_MS)

afterAll(async () => {
  await browser?.close()
  server?.kill()
  await rm(outdir, { recursive: true, force: true })
})

describe.each(VIEWS)('in the $theme theme at $width px', ({ theme, width }) => {
  test(
    'axe reports no violations',
    async () => {
      const page = await openView(theme, width)
      const { passes, violations } = await axe(page, 'body')
      expect(violations).toEqual([])
      expect(passes).toBeGreaterThan(25)
    },
    SLOW_MS,
  )

  test('nothing overflows the screen horizontally', async () => {
    const page = await openView(theme, width)
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

describe.each(THEMES)('with overlays, in the %s theme', (theme) => {
  test.each([
    ['Open a dialog', '[role=dialog]'],
    ['Open a menu', '[role=menu]'],
    ['Danger', '[aria-label^=Notifications] li'],
  ])('axe reports no violations in the overlay opened by "%s"', async (name, selector) => {
    const page = await openView(theme, 375)
    await page.getByRole('button', { name, exact: true }).click()
    const overlay = page.locator(selector)
    await overlay.waitFor()
    const { passes, violations } = await axe(page, selector)
    // The overlay is closed before the checks, because later tests use the same page.
    await overlay.press('Escape')
    await overlay.waitFor({ state: 'detached' })
    expect(violations).toEqual([])
    expect(passes).toBeGreaterThan(3)
  })
})

test('causes no content security policy violations, even while a dialog locks scrolling', async () => {
  const { page, consoleErrors, close } = await open('dark', 1440)
  await page.getByRole('button', { name: 'Open a dialog' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  expect(consoleErrors).toEqual([])
  await close()
})

test('every control has the minimum touch target on a phone', async () => {
  const page = await openView('dark', 375)
  const sizes = await page
    .locator('main button:visible, main input:visible, header button')
    .evaluateAll(measureTouchHeights)
  expect(sizes.length).toBeGreaterThan(50)
  expect(sizes.filter(({ height }) => height < MIN_TOUCH_PX)).toEqual([])
})

test('a select can be operated by keyboard alone', async () => {
  const { page, close } = await open('dark', 1440)
  const select = page.getByRole('combobox', { name: 'Node' }).first()
  await select.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Custom node' }).waitFor()
  await page.keyboard.type('cus')
  await page.locator('[role=option][data-highlighted]', { hasText: 'Custom node' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  expect(await select.textContent()).toBe('Custom node')
  await close()
})

test('reduced motion disables every animation', async () => {
  const { page, close } = await open('dark', 1440)
  expect(await runningAnimations(page)).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await runningAnimations(page)).toBe(0)
  await close()
})

/** Reads the URL that the server prints once the gallery is built. */
async function readServerUrl(process: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of process.stdout ?? []) {
    output += chunk
    const match = /http:\/\/\S+/.exec(output)
    if (match) return match[0]
  }
  throw new Error(`The gallery was not built: ${output}`)
}

/**
 * Opens the gallery once per view and returns the same page to every test, so tests must close the overlays they open.
 * Motion is disabled, because repainting the animated components would use half a core throughout.
 */
function openView(theme: string, width: number): Promise<Page> {
  const view = `${theme} ${width}`
  const page = views.get(view) ?? open(theme, width, 'reduce').then((opened) => opened.page)
  views.set(view, page)
  return page
}

async function open(theme: string, width: number, reducedMotion?: 'reduce') {
  const viewport = { width, height: 900 }
  const page = await browser.newPage({ viewport, ...(reducedMotion && { reducedMotion }) })
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  await page.goto(`${origin}?theme=${theme}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { page, consoleErrors, close: () => page.close() }
}

async function axe(page: Page, selector: string) {
  const results = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(selector)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const violations = results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  )
  return { passes: results.passes.length, violations }
}

function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().length)
}

/**
 * Runs in the page. Returns the height of each control, including the larger touch target around it.
 */
function measureTouchHeights(controls: Element[]) {
  return controls.map((control) => {
    const bounds = control.getBoundingClientRect()
    const after = getComputedStyle(control, '::after')
    const spread = after.position === 'absolute' ? -2 * Number.parseFloat(after.top) : 0
    return {
      control: control.outerHTML.slice(0, 120),
      height: Math.round(bounds.height + Math.max(0, spread || 0)),
    }
  })
}
