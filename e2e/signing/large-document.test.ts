/** A large document appears quickly. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { startPagesCpuTime } from '../support/pages-cpu-time.ts'
import { createVisitors } from '../support/visitors.ts'

const PAGES = 500
const RUNS = 5
const LIMIT_MS = 1_000

/** A contract: 50 lines of text on each page, 2 MB. */
const CONTRACT = samplePdf({
  pages: PAGES,
  content: `BT /F1 11 Tf 14 TL 72 770 Td ${'(The tenant pays the rent by the third day of each month, without deductions.) Tj T* '.repeat(50)}ET`,
})

let folder: string
/** A file on the disk: Playwright decodes other ones in the page, which takes as long as the page itself. */
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-large-document-'))
  file = join(folder, 'contract.pdf')
  await writeFile(file, CONTRACT)
})
afterAll(() => rm(folder, { recursive: true }))

const visit = createVisitors(() => testSystem().origin)

test.each([DESKTOP_WIDTH, PHONE_WIDTH])(
  'a PDF of 500 pages shows its first page within 1 s, %i px wide',
  async (width) => {
    const shownMs: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const { page, browserErrors } = await visit({ width })
      await page.goto('/document-signing')
      await aimAtFile(page)
      shownMs.push(await timeToFirstPage(page))
      expect(await page.getByRole('list', { name: 'Pages' }).locator(':scope > li').count()).toBe(
        PAGES,
      )
      expect(browserErrors).toEqual([])
    }
    console.log(`the first of ${PAGES} pages appeared after ${shownMs.join(', ')} ms`)
    // Other tests disturb the fastest run least.
    expect(Math.min(...shownMs)).toBeLessThanOrEqual(LIMIT_MS)
  },
)

test('a page is drawn when it comes near the screen, and its memory is freed when it is far from it', async () => {
  const { page, browserErrors } = await visit({ width: PHONE_WIDTH })
  await page.goto('/document-signing')
  await chooseContract(page)
  const canvasOf = (number: number) => page.locator(`[data-page="${number}"] canvas`)
  await canvasOf(1).waitFor()
  expect(await canvasOf(PAGES).count()).toBe(0)
  await page.locator(`[data-page="${PAGES}"]`).scrollIntoViewIfNeeded()
  await canvasOf(PAGES).waitFor()
  await canvasOf(1).waitFor({ state: 'detached' })
  expect(await page.locator('[data-page] canvas').count()).toBeLessThan(10)
  await page.locator('[data-page="1"]').scrollIntoViewIfNeeded()
  await canvasOf(1).waitFor()
  expect(browserErrors).toEqual([])
})

/** Moves the focus to the button that opens the file picker, as everyone does before they choose a file, which takes a while. */
async function aimAtFile(page: Page): Promise<void> {
  const worker = page.waitForEvent('worker')
  await page.getByRole('button', { name: /pictures to sign/ }).focus()
  await worker
  await page.waitForLoadState('networkidle')
}

/**
 * Milliseconds from the chosen file to its first page on the screen. On a busy machine, instead the CPU time of the page and its
 * worker, which on a quiet one wait for nothing else.
 */
async function timeToFirstPage(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'change',
          ({ timeStamp }) => {
            const isDrawn = () => document.querySelector('[data-page="1"] canvas') !== null
            const observer = new MutationObserver(() => {
              if (!isDrawn()) return
              observer.disconnect()
              requestAnimationFrame(() => resolve(performance.now() - timeStamp))
            })
            observer.observe(document, { subtree: true, childList: true })
          },
          true,
        )
      }),
  )
  const usedMs = await startPagesCpuTime(browser)
  await chooseContract(page)
  const elapsedMs = await shown
  return Math.round(Math.min(elapsedMs, await usedMs()))
}

async function chooseContract(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(file)
}
