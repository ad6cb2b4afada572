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
import type { Page } from 'playwright-core'
import { newVisitor, openBrowser } from '../support/browser.ts'
import {
  anchored,
  certify,
  downloadProof,
  makeTrialFile,
  publishedPolicy,
} from '../support/steps.ts'
import { type Recording, record } from './screencast.ts'

const OUT = join(import.meta.dirname, '../../docs/demos')
const PORT = Number(process.env['PORT'] ?? 8099)

type Stage = {
  page: Page
  origin: string
  folder: string
  /** Ends the recorded system, as Ctrl-C does. */
  pullThePlug(): Promise<void>
}

await film('change-one-letter', changeOneLetterThenPullThePlug)
await film('ask-the-chain-to-cheat', askTheChainToCheat)

async function film(name: string, play: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-demo-'))
  const system = await startSystem({ data: join(folder, 'data'), port: PORT })
  const browser = await openBrowser()
  let stopped = false
  const pullThePlug = async () => {
    stopped = true
    await system.stop()
  }
  try {
    const { page } = await newVisitor(browser, system.origin, { width: 1280, reducedMotion: false })
    await page.goto('/')
    const recording: Recording = await record(page)
    await play({ page, origin: system.origin, folder, pullThePlug })
    const { seconds } = await recording.finish(join(OUT, `${name}.webm`))
    console.log(`${name}: ${seconds.toFixed(1)} s`)
    if (seconds >= 120) throw new Error(`${name} takes two minutes or more`)
  } finally {
    await browser.close()
    if (!stopped) await system.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function changeOneLetterThenPullThePlug(stage: Stage): Promise<void> {
  const { page, origin, folder } = stage
  await makeTrialFile(page, 'I promise to water the plants while you are away.')
  await certify(page)
  const blockHash = await anchored(page)
  const files = {
    proof: join(folder, 'promise.pdf.tlog-proof'),
    document: join(folder, 'promise.pdf'),
    policy: join(folder, 'policy.json'),
    verifier: join(folder, 'inkproof-verify.html'),
  }
  await writeFile(files.proof, (await downloadProof(page)).text)
  await page.getByRole('button', { name: 'Change one letter' }).click()
  await page.getByRole('switch', { name: /I trust the log/ }).click()
  await page.getByRole('heading', { name: /^Changed: / }).waitFor()
  await page.getByRole('heading', { name: /^Certified: / }).waitFor()
  await page.getByRole('heading', { name: /^Changed: / }).scrollIntoViewIfNeeded()
  await save(page, files.document, () =>
    page.getByRole('button', { name: 'Save', exact: true }).first().click(),
  )
  await save(page, files.verifier, () =>
    page.getByRole('link', { name: 'Save the verifier page' }).click(),
  )
  await writeFile(files.policy, await publishedPolicy(origin))

  await stage.pullThePlug()
  await page.goto(pathToFileURL(files.verifier).href)
  await page.locator('#input').setInputFiles([files.document, files.proof, files.policy])
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await page.getByRole('heading', { name: /^Certified: / }).waitFor()
}

async function askTheChainToCheat({ page }: Stage): Promise<void> {
  await makeTrialFile(page, 'Anna lent Ben one hundred francs.')
  await certify(page)
  await anchored(page)
  await page.getByRole('link', { name: 'LitePaper' }).click()
  const button = page.getByRole('button', { name: 'Remove my entry' })
  await button.scrollIntoViewIfNeeded()
  await button.click()
  const verdict = page.getByText(/The contract refused every record without it/)
  await verdict.waitFor()
  await page.getByText('Play by the rules').scrollIntoViewIfNeeded()
}

async function save(page: Page, path: string, click: () => Promise<void>): Promise<void> {
  const arriving = page.waitForEvent('download')
  await click()
  await (await arriving).saveAs(path)
}
