/** The list of certificates on phones. */

import { testSystem } from '@inkproof/launcher/testing/control'
import { certifyDocument } from '@inkproof/protocol/calls/certificates'
import { expect, test } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { registerAccount } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'
import { createCertifyRequest } from '../testing/certify.ts'
import { sendCall } from '../testing/request.ts'

const visit = createVisitors(() => testSystem().origin)

test.each([375, 320])(
  'shows title, state, entry and date without sideways scrolling, %i px wide',
  async (width) => {
    const { origin } = testSystem()
    const person = await registerAccount(origin)
    const body = createCertifyRequest()
    expect((await sendCall(origin, certifyDocument, { as: person.token, body })).status).toBe(201)
    const { page } = await visit({ width })
    await openAs(page, person, '/dashboard')
    const row = page.getByRole('row').filter({ hasText: 'Lease 2026' })
    await row.waitFor()
    await showLongest(row)
    const outside = await row.getByRole('cell').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const { left, right, width: shownWidth } = range.getBoundingClientRect()
          return shownWidth === 0 || left < 0 || right > document.documentElement.clientWidth
        })
        .map((cell) => cell.textContent),
    )
    expect([await row.getByRole('cell').count(), outside]).toEqual([4, []])
    const overflowing = await page.evaluate(() =>
      [...document.querySelectorAll('main, main *')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0)
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .map(({ className }) => className),
    )
    expect(overflowing).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  },
)

/** Shows the longest state and a large entry number. */
async function showLongest(row: Locator): Promise<void> {
  await row.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (/record|blockchain|Received/.test(node.nodeValue ?? ''))
        node.nodeValue = 'Confirming on the blockchain'
      if (/^\d+$/.test(node.nodeValue ?? '')) node.nodeValue = '12345678'
    }
  })
}
