/**
 * Records the two demonstrations in Chromium, each from a fresh start:
 *
 *     npm run demos -w e2e        writes docs/demos/*.webm; needs ffmpeg on the PATH
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startSystem } from '@inkproof/launcher/system/start-system'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import type { Locator, Page } from 'playwright-core'
import { newVisitor } from '../support/browser.ts'
import {
  certify,
  downloadProof,
  fetchPublishedPolicy,
  makeTrialFile,
  waitForAnchor,
} from '../support/steps.ts'
import { type Recording, record } from './screencast.ts'

const OUT = join(import.meta.dirname, '../../docs/demos')
const PORT = Number(process.env['PORT'] ?? 8099)

const PAUSE_MS = 2_500

type DemoContext = {
  page: Page
  origin: string
  folder: string
  recording: Recording
  /** Stops the recorded system as Ctrl-C does. */
  stopSystem(): Promise<void>
}

await recordDemo('change-one-letter', recordTamperingAndShutdown)
await recordDemo('ask-the-chain-to-cheat', recordForgeryAttempt)

async function recordDemo(name: string, play: (demo: DemoContext) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-demo-'))
  const system = await startSystem({ data: join(folder, 'data'), port: PORT })
  const browser = await openBrowser()
  let isStopped = false
  const stopSystem = async () => {
    isStopped = true
    await system.stop()
  }
  try {
    const { page } = await newVisitor(browser, system.origin, { width: 1280, reducedMotion: false })
    await page.goto('/')
    const recording: Recording = await record(page)
    await play({ page, origin: system.origin, folder, recording, stopSystem })
    const { seconds } = await recording.finish(join(OUT, `${name}.webm`))
    console.log(`${name}: ${seconds.toFixed(1)} s`)
    if (seconds >= 120) throw new Error(`${name} takes two minutes or more`)
  } finally {
    await browser.close()
    if (!isStopped) await system.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function recordTamperingAndShutdown(demo: DemoContext): Promise<void> {
  const { page, origin, folder, recording } = demo
  await pauseForViewers(page)
  await makeTrialFile(page, 'I promise to water the plants while you are away.')
  await pauseForViewers(page)
  await certify(page)
  const blockHash = await waitForAnchor(page)
  await show(page.getByText(/^Final: /))
  const files = {
    proof: join(folder, 'promise.pdf.tlog-proof'),
    document: join(folder, 'promise.pdf'),
    policy: join(folder, 'policy.json'),
    verifier: join(folder, 'inkproof-verify.html'),
  }
  await writeFile(files.proof, (await downloadProof(page)).text)
  await page.getByRole('button', { name: 'Change one letter' }).click()
  await page.getByRole('heading', { name: 'This is the original file.' }).waitFor()
  await show(page.getByRole('heading', { name: 'This is not the certified file.' }))
  await save(page, files.document, () =>
    page.getByRole('button', { name: 'Save', exact: true }).first().click(),
  )
  await show(page.getByRole('link', { name: 'Save the verifier page' }))
  await save(page, files.verifier, () =>
    page.getByRole('link', { name: 'Save the verifier page' }).click(),
  )
  await writeFile(files.policy, await fetchPublishedPolicy(origin))

  await demo.stopSystem()
  // The system is stopped, so the browser shows an error page.
  await page.goto(origin).catch(() => undefined)
  await recording.resume()
  await pauseForViewers(page)
  await page.goto(pathToFileURL(files.verifier).href)
  await recording.resume()
  await pauseForViewers(page)
  await page.locator('#input').setInputFiles([files.document, files.proof, files.policy])
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await show(page.getByRole('heading', { name: 'This is the original file.' }))
}

async function recordForgeryAttempt({ page }: DemoContext): Promise<void> {
  await pauseForViewers(page)
  await makeTrialFile(page, 'Anna lent Ben one hundred francs.')
  await pauseForViewers(page)
  await certify(page)
  await waitForAnchor(page)
  await show(page.getByText(/^Final: /))
  await page.getByRole('link', { name: 'LitePaper' }).click()
  const button = page.getByRole('button', { name: 'Remove my entry' })
  await show(button)
  await button.click()
  await show(page.getByText(/The contract refused every record without entry/))
  await show(page.getByText('Play by the rules'))
}

/** Scrolls an element to the middle of the screen and pauses so that viewers can read it. */
async function show(what: Locator): Promise<void> {
  await what.waitFor()
  await what.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'smooth' }))
  await pauseForViewers(what.page())
}

/** Pauses so that viewers can read what is on the screen. */
async function pauseForViewers(page: Page): Promise<void> {
  await page.waitForTimeout(PAUSE_MS)
}

async function save(page: Page, path: string, click: () => Promise<void>): Promise<void> {
  const downloading = page.waitForEvent('download')
  await click()
  await (await downloading).saveAs(path)
}
