/** A person signs a PDF of their own, through the running system, and others validate the result. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { makeSignedPdf } from '@inkproof/pdf-signing/testing/make-signed-pdf'
import { installPyHanko } from '@inkproof/pdf-signing/testing/pyhanko'
import { encryptedPdf, samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from './support/account.ts'
import { axeFindings } from './support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from './support/browser.ts'
import { expectValidElsewhere } from './support/expect-valid-elsewhere.ts'
import { registerAccount } from './support/sign-in.ts'
import {
  choosePdf,
  confirmAddress,
  downloadSigned,
  placeFields,
  reviewAndSign,
} from './support/signing.ts'
import { newPerson, register } from './support/steps.ts'
import { createVisitors } from './support/visitors.ts'

const NAME = 'Ada Lovelace'
const ENTERED = { text: 'Agreed in Bern', name: NAME }
/** The browser reports each response with such a status; the page explains this one. */
const FORBIDDEN =
  'console: Failed to load resource: the server responded with a status of 403 (Forbidden)'
const BAD_REQUEST =
  'console: Failed to load resource: the server responded with a status of 400 (Bad Request)'

const visit = createVisitors(() => testSystem().origin)
beforeAll(installPyHanko)

test.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)(
  'a visitor signs a PDF, $width px wide; other programs and the Verify page confirm it',
  async ({ theme, width }) => {
    const { page, browserErrors } = await visit({ theme, width })
    const findings: Record<string, unknown> = {}
    const checkScreen = async (screen: string) => {
      findings[screen] = await axeFindings(page)
      expect(await contentWidth(page)).toBe(width)
    }
    const person = newPerson()

    await page.goto('/document-signing')
    await page.getByRole('heading', { name: 'Sign documents' }).waitFor()
    await checkScreen('start')
    await choosePdf(page, samplePdf({ pages: 2 }))
    await placeFields(page, ENTERED)
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe(NAME)
    expect(await distanceFromField(page)).toBeLessThan(1)
    await checkScreen('editor')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog').waitFor()
    await register(page, person)
    await page.getByText('Confirm your e-mail address first').waitFor()
    await checkScreen('unconfirmed address')
    await confirmAddress(page, person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(`${NAME} (${person.email})`).waitFor()
    await checkScreen('review')
    await reviewAndSign(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await checkScreen('being finished')
    const signed = await downloadSigned(page)
    await checkScreen('finished')
    expect(signed.name).toBe('lease-signed.pdf')
    expect(browserErrors).toEqual([FORBIDDEN])
    expect(Object.values(findings).flat()).toEqual([])

    await expectValidElsewhere(signed.bytes, { origin: testSystem().origin, signers: 1 })

    const reader = await visit({ theme, width })
    await verify(reader.page, signed.bytes)
    await reader.page.getByRole('heading', { name: 'This is the original file.' }).waitFor()
    const signatures = reader.page.getByRole('region', { name: 'Signatures in this PDF' })
    await signatures.getByRole('heading', { name: `Signed by ${NAME}.` }).waitFor()
    expect(await signatures.getAttribute('data-tone')).toBe('positive')
    await signatures.getByText('Test installation: proves nothing to others').waitFor()
    const signer = signatures.getByRole('button', { name: `Signed by ${NAME} (e-mail checked)` })
    expect(await signer.textContent()).toContain(
      `Identified by an account with the address ${person.email}.`,
    )
    expect(await axeFindings(reader.page)).toEqual([])
    expect(await contentWidth(reader.page)).toBe(width)
    await signatures.getByRole('button', { name: 'Details' }).click()
    await signatures.getByText('This installation issued the digital IDs').waitFor()
    expect(await signatures.locator('[data-outcome="failed"]').count()).toBe(0)
    await verify(reader.page, withChangedByte(signed.bytes))
    await reader.page
      .getByRole('heading', { name: 'No certificate found for this file.' })
      .waitFor()
    await signatures.getByRole('heading', { name: 'A signature is not valid.' }).waitFor()
    expect(await signatures.getAttribute('data-tone')).toBe('negative')
    expect(await reader.page.getByText('That is normal').count()).toBe(0)
    expect(reader.browserErrors).toEqual([])
  },
)

test('a reload changes nothing, neither in the editor nor after signing', async () => {
  const { page, browserErrors } = await visit()
  const account = await registerAccount(testSystem().origin)
  await openAs(page, account, '/document-signing')
  await confirmAddress(page, account.email)
  await choosePdf(page, samplePdf())
  await placeFields(page, ENTERED)
  await page.reload()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  expect(await text.inputValue()).toBe(ENTERED.text)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(`${NAME} (${account.email})`).waitFor()
  await page.reload()
  await reviewAndSign(page)
  await page.reload()
  const { bytes } = await downloadSigned(page)
  await expectValidElsewhere(bytes, { origin: testSystem().origin, signers: 1 })
  await page.goto('/document-signing')
  await page.getByRole('row', { name: /^lease Signed Ada Lovelace/ }).waitFor()
  expect(browserErrors).toEqual([])
})

test('a file that cannot be signed is refused with the reason', async () => {
  const { page, browserErrors } = await visit()
  await page.goto('/document-signing')
  await choosePdf(page, Buffer.from('Dear Ada'), 'letter.pdf')
  await page.getByText('“letter.pdf” is not a PDF.').waitFor()
  await choosePdf(page, await encryptedPdf())
  await page.getByText('This PDF is protected by a password').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choosePdf(page, Buffer.from('%PDF-1.7\nDear Ada'))
  await page.getByText('This PDF cannot be read').waitFor()
  expect(browserErrors).toEqual([])
})

test('a PDF that is signed already and an unconfirmed address are refused with the reason', async () => {
  const { page, browserErrors } = await visit()
  await openAs(page, await registerAccount(testSystem().origin), '/document-signing')
  await choosePdf(page, (await makeSignedPdf({ now: new Date(Date.now() - 5000) })).final)
  await placeFields(page, ENTERED)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This PDF file cannot be signed').waitFor()
  await page.getByText('This PDF file already contains digital signatures.').waitFor()
  await page.getByRole('button', { name: 'Back to the document' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('button', { name: 'Remove document' }).click()

  await choosePdf(page, samplePdf())
  await placeFields(page, ENTERED)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Confirm your e-mail address first').waitFor()
  expect(browserErrors).toEqual([BAD_REQUEST, FORBIDDEN])
})

/** Of the entered text from the upper edge of its field, in CSS pixels. */
function distanceFromField(page: Page): Promise<number> {
  return page.getByRole('textbox', { name: 'Text', exact: true }).evaluate((input) => {
    const field = input.closest('[data-field]')
    return input.getBoundingClientRect().top - (field?.getBoundingClientRect().top ?? 0)
  })
}

async function verify(page: Page, bytes: Uint8Array): Promise<void> {
  await page.goto('/verify')
  await choosePdf(page, bytes)
}

function withChangedByte(bytes: Uint8Array): Uint8Array {
  const changed = bytes.slice()
  changed[60] = (changed[60] as number) ^ 1
  return changed
}
