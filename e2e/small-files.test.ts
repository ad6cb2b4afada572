/** The main flow with PDF files from different programs (see files/README.md). */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { newVisitor } from './support/browser.ts'
import { certifyFile, printToPdf, verifyAsVisitor } from './support/file-flow.ts'
import { inkproof } from './support/inkproof.ts'
import { fetchPublishedPolicy } from './support/steps.ts'

const FIXTURES = join(import.meta.dirname, 'files/fixtures')

let browser: Browser
let folder: string
let policy: string
beforeAll(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'inkproof-small-files-'))
  policy = join(folder, 'policy.json')
  await writeFile(policy, await fetchPublishedPolicy(testSystem().origin))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

const fixture = (name: string) => async (to: string) => {
  await copyFile(join(FIXTURES, name), to)
  return to
}

test.each<[string, (to: string) => Promise<string>]>([
  ['LibreOffice', fixture('libreoffice.pdf')],
  ['cairo', fixture('cairo.pdf')],
  ['a scanner', fixture('scan.pdf')],
  ['the print dialog of Chromium', (to) => printToPdf(browser, to)],
])('certifies and verifies a PDF from %s', async (program, createFile) => {
  const { origin } = testSystem()
  const document = await createFile(join(folder, `${program.replaceAll(' ', '-')}.pdf`))
  const { page, context, browserErrors } = await newVisitor(browser, origin, {
    serviceWorker: true,
  })
  const certified = await certifyFile(page, document, folder)
  expect(browserErrors).toEqual([])
  await context.close()
  await verifyAsVisitor(browser, origin, certified)
  const { proof, blockHash } = certified
  const trust = ['--trust', policy, '--offline', '--block', blockHash]
  expect(await inkproof('verify', document, proof, ...trust)).toMatchObject({
    code: 0,
    line: 'This is the original file.',
  })
})
