/** A demonstration: a system from a fresh start, visitors, and one video of what they do. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { startTestSystem } from '@inkproof/launcher/testing/system'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import type { Locator, Page } from 'playwright-core'
import { newVisitor, type VisitorOptions } from '../support/browser.ts'
import { type Recording, record } from './screencast.ts'

const OUT = join(import.meta.dirname, '../../docs/demos')
const MAX_SECONDS = 120
const PAUSE_MS = 2_500

export type DemoContext = {
  /** Shows the home page. */
  page: Page
  origin: string
  folder: string
  recording: Recording
  /** Opens another browser, whose page is recorded only after `recording.switchTo`. */
  visit(options?: VisitorOptions): Promise<Page>
  /** Stops the recorded system as Ctrl-C does. */
  stopSystem(): Promise<void>
}

/** Records docs/demos/NAME.webm. @throws Error if it takes two minutes or more */
export async function recordDemo(
  name: string,
  play: (demo: DemoContext) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-demo-'))
  const system = await startTestSystem()
  Object.assign(process.env, system.env)
  const { origin } = testSystem()
  const browser = await openBrowser()
  const visit = async (options?: VisitorOptions) =>
    (await newVisitor(browser, origin, { width: 1280, reducedMotion: false, ...options })).page
  let isStopped = false
  const stopSystem = async () => {
    isStopped = true
    await system.stop()
  }
  try {
    const page = await visit()
    await page.goto('/')
    const recording = await record(page)
    await play({ page, origin, folder, recording, visit, stopSystem })
    const { seconds } = await recording.finish(join(OUT, `${name}.webm`))
    console.log(`${name}: ${seconds.toFixed(1)} s`)
    if (seconds >= MAX_SECONDS) throw new Error(`${name} takes two minutes or more`)
  } finally {
    await browser.close()
    if (!isStopped) await system.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Scrolls an element to the middle of the screen and pauses so that viewers can read it. */
export async function show(what: Locator): Promise<void> {
  await what.waitFor()
  await what.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'smooth' }))
  await pauseForViewers(what.page())
}

/** Pauses so that viewers can read what is on the screen. */
export async function pauseForViewers(page: Page): Promise<void> {
  // Makes the browser paint, because a recording can lack the last frame of a change.
  await page.screenshot()
  await page.waitForTimeout(PAUSE_MS)
}
