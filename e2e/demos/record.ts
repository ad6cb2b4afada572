/**
 * Records the demonstrations in Chromium, each from a fresh start:
 *
 *     npm run demos -w e2e [-- NAME]        writes docs/demos/NAME.webm, by default all; needs ffmpeg on the PATH
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import {
  certify,
  downloadProof,
  fetchPublishedPolicy,
  makeTrialFile,
  waitForAnchor,
} from '../support/steps.ts'
import { type DemoContext, pauseForViewers, recordDemo, show } from './demo.ts'
import { recordSigning } from './sign-with-two-people.ts'

const DEMOS: Readonly<Record<string, (demo: DemoContext) => Promise<void>>> = {
  'change-one-letter': recordTamperingAndShutdown,
  'ask-the-chain-to-cheat': recordForgeryAttempt,
  'sign-with-two-people': recordSigning,
}

const only = process.argv[2]
for (const [name, play] of Object.entries(DEMOS))
  if (only === undefined || only === name) await recordDemo(name, play)

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

async function save(page: Page, path: string, click: () => Promise<void>): Promise<void> {
  const downloading = page.waitForEvent('download')
  await click()
  await (await downloading).saveAs(path)
}
