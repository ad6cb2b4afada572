/** A recipient reads and fills in a document on a phone, through the running system and the real mailbox. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, PHONE_WIDTH } from '../support/browser.ts'
import { addRecipients, confirmAndFinish, openLink, placeFieldFor } from '../support/recipients.ts'
import { registerAccount } from '../support/sign-in.ts'
import { choosePdf, confirmAddress, typeSignature } from '../support/signing.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

/** Sends a document of two pages with a text and a signature for Ben, and opens his link on a phone. */
async function openAsRecipient() {
  const ben = { name: 'Ben Roe', email: newPerson().email, role: 'Signs' } as const
  const sender = await visit()
  const account = await registerAccount(testSystem().origin)
  await openAs(sender.page, account, '/document-signing')
  await confirmAddress(sender.page, account.email)
  await choosePdf(sender.page, samplePdf({ pages: 2 }))
  await addRecipients(sender.page, [ben])
  await placeFieldFor(sender.page, ben.name, 'Text', 0.5)
  await placeFieldFor(sender.page, ben.name, 'Signature', 0.6)
  await sender.page.getByRole('button', { name: 'Send for signature' }).click()
  await sender.page.getByRole('heading', { name: 'Sent for signature' }).waitFor()
  const signer = await visit({ width: PHONE_WIDTH, theme: 'light' })
  await openLink(signer.page, ben.email, /asks you to sign/)
  return { ...signer, ben }
}

test('the pages become larger and sharper, and what is read stays where it is', async () => {
  const { browserErrors, page } = await openAsRecipient()
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.locator('[data-page="1"] canvas').waitFor()
  const field = page.getByRole('button', { name: 'Text, required, page 1' })
  await field.evaluate((element) => {
    const { height, top } = element.getBoundingClientRect()
    scrollBy(0, top + height / 2 - innerHeight / 2)
  })
  const before = await middleOf(field)
  const pixels = await canvasWidth(page)
  const bar = page.getByRole('group', { name: 'Page size' })
  expect(await bar.getByRole('status').textContent()).toContain('100%')
  for (const size of ['125%', '150%', '200%']) {
    await bar.getByRole('button', { name: 'Zoom in' }).click()
    await bar.getByText(size).waitFor()
  }
  const after = await middleOf(field)
  expect(Math.abs(after - before)).toBeLessThan(20)
  await page.waitForFunction(
    (old) => (document.querySelector<HTMLCanvasElement>('[data-page] canvas')?.width ?? 0) > old,
    pixels * 1.5,
  )
  // The document scrolls sideways, the page does not.
  expect(await contentWidth(page)).toBe(PHONE_WIDTH)
  const region = page.getByRole('region', { name: 'Document', exact: true })
  expect(await region.evaluate(({ scrollWidth }) => scrollWidth)).toBe(2 * PHONE_WIDTH)
  expect(await axeFindings(page)).toEqual([])
  // Nothing stays wide, also before the pages are drawn again.
  const fit = bar.getByRole('button', { name: 'Fit width' })
  expect(await fit.evaluate(widthInNextFrame)).toBe(PHONE_WIDTH)
  await bar.getByText('100%').waitFor()
  expect(Math.abs((await middleOf(field)) - before)).toBeLessThan(20)
  expect(browserErrors).toEqual([])
})

test('each step starts at its heading, and a field stays in view above its control', async () => {
  const { ben, browserErrors, page } = await openAsRecipient()
  // Signing needs no account, so the header does not offer one.
  expect(await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expectShownAndFocused(page, title)
  const field = page.getByRole('button', { name: 'Text, required, page 1' })
  await field.tap()
  const guide = page.getByRole('region', { name: 'Fill in the document' })
  const control = guide.getByRole('textbox')
  expect(await control.evaluate((element) => element === document.activeElement)).toBe(true)
  const [fieldBox, guideBox] = [await field.boundingBox(), await guide.boundingBox()]
  const gap = (guideBox?.y ?? 0) - ((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0))
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(80)
  await control.fill('Agreed in Bern')
  await guide.getByRole('button', { name: 'Next' }).click()
  await guide.getByRole('button', { name: 'Add your signature' }).click()
  await typeSignature(page, ben.name)
  await guide.getByRole('button', { name: 'Continue' }).click()
  await expectShownAndFocused(page, page.getByRole('heading', { name: 'Agree and sign' }))
  await confirmAndFinish(page, ben.email, 'Sign document')
  await expectShownAndFocused(page, page.getByRole('heading', { name: 'You have signed' }))
  expect(await contentWidth(page)).toBe(PHONE_WIDTH)
  expect(browserErrors).toEqual([])
})

/** Waits until a heading has the focus, and checks that it is below the header and above the lower edge of the window. */
async function expectShownAndFocused(page: Page, heading: Locator): Promise<void> {
  await heading.waitFor()
  await page.waitForFunction(
    (element) => element === document.activeElement,
    await heading.elementHandle(),
  )
  const [box, header] = [await heading.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  expect(box?.y).toBeLessThan(600)
}

/** Presses a button, and returns the width of the document in the next frame, in CSS pixels. Runs in the page. */
function widthInNextFrame(button: HTMLElement | SVGElement): Promise<number | undefined> {
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  return new Promise((resolve) => {
    const region = document.querySelector('section[aria-label="Document"]')
    requestAnimationFrame(() => resolve(region?.scrollWidth))
  })
}

/** Returns the distance of an element's middle from the upper edge of the window, in CSS pixels. */
async function middleOf(element: ReturnType<Page['getByRole']>): Promise<number> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('the element is not shown')
  return box.y + box.height / 2
}

function canvasWidth(page: Page): Promise<number> {
  return page.locator('[data-page="1"] canvas').evaluate((canvas) => {
    return (canvas as HTMLCanvasElement).width
  })
}
