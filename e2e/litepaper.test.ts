/**
 * Tests the forgery attempt on the litepaper page as a signed-out visitor: the attempt calls the real contract, and
 * its results fit on a phone.
 */

import { testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { axeFindings } from './support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, newVisitor, PHONE_WIDTH } from './support/browser.ts'
import { certify, makeTrialFile, waitForAnchor } from './support/steps.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  const { page, context } = await newVisitor(browser, testSystem().origin)
  await page.goto('/')
  await makeTrialFile(page, 'Ben lent Anna a ladder.')
  await certify(page)
  await waitForAnchor(page)
  await context.close()
})
afterAll(() => browser.close())

test.each([PHONE_WIDTH, DESKTOP_WIDTH])(
  'signed out and %i px wide, the newest certificate is used and every refusal fits in its card',
  async (width) => {
    const { page, context, browserErrors } = await newVisitor(browser, testSystem().origin, {
      width,
    })
    await page.goto('/litepaper')
    await page.getByText('The newest certificate of this record.').waitFor()
    await page.getByRole('button', { name: 'Remove my entry' }).click()
    await page.getByText(/The contract refused every record without entry/).waitFor()
    await page.getByText('so the contract refuses a second one').waitFor()
    expect(await contentWidth(page)).toBe(width)
    const lines = page.getByRole('listitem').filter({ hasText: /Refused by|Would be accepted/ })
    const overflows = await lines.evaluateAll((all) =>
      all.map((line) => line.scrollWidth - line.clientWidth),
    )
    expect(overflows).toEqual([0, 0, 0, 0])
    expect(await axeFindings(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  },
)
