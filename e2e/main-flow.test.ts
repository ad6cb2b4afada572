/**
 * The main flow in a real browser: a new user fingerprints, certifies and anchors a file and saves
 * its proof; another visitor verifies it with only the two files.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { axeFindings } from './support/axe.ts'
import { DESKTOP_WIDTH, newVisitor, PHONE_WIDTH } from './support/browser.ts'
import { printToPdf } from './support/file-flow.ts'
import { inkproof } from './support/inkproof.ts'
import {
  certify,
  downloadProof,
  fetchPublishedPolicy,
  makeTrialFile,
  waitForAnchor,
} from './support/steps.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'inkproof-main-flow-'))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

describe.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)('in the $theme theme, $width px wide', ({ theme, width }) => {
  test('a visitor certifies and waits for the chain, and a second visitor verifies', async () => {
    const { origin } = testSystem()
    const { page, context, browserErrors } = await newVisitor(browser, origin, {
      theme,
      width,
      serviceWorker: true,
    })
    const findings: Record<string, string[]> = {}
    const checkScreen = async (screen: string) => {
      findings[screen] = await axeFindings(page)
    }

    await page.goto('/')
    await page.getByText('Entries in the public record').waitFor()
    await checkScreen('home')
    await makeTrialFile(page, `I owe you ${width} pears, in the ${theme}.`)
    await checkScreen('certify')
    await page.getByRole('button', { name: 'Certify', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await checkScreen('sign in')
    await page.keyboard.press('Escape')
    await certify(page)
    await waitForAnchor(page)
    await checkScreen('certificate')
    const proof = await downloadProof(page)
    expect(proof.name).toMatch(/\.pdf\.tlog-proof$/)

    await page.getByRole('button', { name: 'Change one letter' }).click()
    await page.getByRole('heading', { name: 'This is not the certified file.' }).waitFor()
    await page.getByRole('heading', { name: 'This is the original file.' }).waitFor()
    await checkScreen('change one letter')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const document = await readFile(await (await downloading).path())
    expect(browserErrors).toEqual([])
    await context.close()

    const reader = await newVisitor(browser, origin, { theme, width })
    await reader.page.goto('/verify')
    await reader.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'pears.pdf', mimeType: 'application/pdf', buffer: document },
        { name: proof.name, mimeType: 'text/plain', buffer: Buffer.from(proof.text) },
      ])
    await reader.page.getByRole('heading', { name: 'This is the original file.' }).waitFor()
    findings['verify'] = await axeFindings(reader.page)
    expect(reader.browserErrors).toEqual([])
    await reader.context.close()

    expect(Object.values(findings).flat()).toEqual([])
  })
})

test("the command line verifies the browser's proof down to a block hash, and rejects a changed file", async () => {
  const { origin } = testSystem()
  const { page, context } = await newVisitor(browser, origin)
  const document = join(folder, 'printed.pdf')
  await printToPdf(browser, document)
  await page.goto('/certify')
  await page.locator('input[type=file]').first().setInputFiles(document)
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
  await certify(page)
  const blockHash = await waitForAnchor(page)
  const proof = join(folder, 'printed.pdf.tlog-proof')
  await writeFile(proof, (await downloadProof(page)).text)
  const command = await page.getByText(/^node inkproof-verify.mjs .* --block /).textContent()
  expect(command).toMatch(new RegExp(`--trust policy.json --offline --block ${blockHash}$`))
  const policy = join(folder, 'policy.json')
  await writeFile(policy, await fetchPublishedPolicy(origin))
  await context.close()

  // The embedded chain has no public node, so the installation's own forwards the calls.
  const rpc = `${origin}/api/v1/chain`
  expect(await inkproof('verify', document, proof, '--trust', policy, '--rpc', rpc)).toMatchObject({
    code: 0,
    line: 'This is the original file.',
  })
  const trust = ['--trust', policy, '--offline', '--block', blockHash]
  expect(await inkproof('verify', document, proof, ...trust)).toMatchObject({
    code: 0,
    line: 'This is the original file.',
  })
  expect(await inkproof('verify', document, proof, '--offline')).toMatchObject({
    code: 2,
    line: 'Valid, but from an unknown record.',
  })
  const changed = join(folder, 'changed.pdf')
  const bytes = await readFile(document)
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
  await writeFile(changed, bytes)
  expect(await inkproof('verify', changed, proof, ...trust)).toMatchObject({
    code: 1,
    line: 'This is not the certified file.',
  })
  const state = ['--state', join(folder, 'monitor.json')]
  const options = ['--rpc', rpc, '--trust', policy, ...state, '--once']
  expect((await inkproof('monitor', `${origin}/log`, ...options)).code).toBe(0)
})
