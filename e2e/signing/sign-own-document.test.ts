/** A person signs a PDF of their own, through the running system, and others validate the result. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { readTestFile } from '@inkproof/pdf-signatures/testing/files'
import { signElsewhere } from '@inkproof/pdf-signatures/testing/finished-signed-upload'
import { installPyHanko } from '@inkproof/pdf-signing/testing/pyhanko'
import { appearanceText, readFields } from '@inkproof/pdf-signing/testing/read-pdf'
import { sampleJpeg, samplePng } from '@inkproof/pdf-signing/testing/sample-images'
import { encryptedPdf, samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { sampleDocx } from '../../svc-signing/src/office-files/testing/office-samples.ts'
import { openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { bookmarksOf } from '../support/bookmarks.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import {
  expectFieldsValidElsewhere,
  expectValidElsewhere,
  fetchRoot,
} from '../support/expect-valid-elsewhere.ts'
import { addPasskey, openNewAccount, withAuthenticator } from '../support/factors.ts'
import { makePicture, withExif } from '../support/pictures.ts'
import { registerAccount } from '../support/sign-in.ts'
import {
  chooseFiles,
  choosePdf,
  confirmAddress,
  download,
  downloadSigned,
  placeField,
  placeFields,
  placeStamp,
  reviewAndSign,
  typeSignature,
} from '../support/signing.ts'
import { newPerson, register } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const NAME = 'Ada Lovelace'
/** Where the photo was taken. */
const PLACE = 'GPS 47.3769 N'
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
/** A GIF with two frames of one pixel. */
const FRAME = '2c00000000010001000002014400'
const ANIMATION = Buffer.from(`47494638396101000100800000000000ffffff${FRAME}${FRAME}3b`, 'hex')
/** The name of the fourth field of the signer. */
const STAMP = 'signer-01-field-0004'
const ENTERED = { text: 'Agreed in Bern', name: NAME }
/** The browser reports each response with such a status; the page explains this one. */
const FORBIDDEN =
  'console: Failed to load resource: the server responded with a status of 403 (Forbidden)'

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
    await placeStamp(page, await makePicture(page, 'image/png', 90, 60), 0.6)
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
    const { [STAMP]: stamp } = await readFields(signed.bytes)
    expect(stamp && appearanceText(stamp.pdf, stamp.widget)).toMatch(/^q\n0 0 1 rg\n[^q]*f\*\nQ\n$/)

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
    await signatures.getByRole('button', { name: 'Signature details' }).click()
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

test('photos, a PDF and a Word file become one document that can be signed; a reload changes nothing, neither in the editor nor after signing', async () => {
  const { page, browserErrors } = await visit()
  const account = await registerAccount(testSystem().origin)
  await openAs(page, account, '/document-signing')
  await confirmAddress(page, account.email)
  const photo = await makePicture(page, 'image/jpeg', 400, 300)
  await chooseFiles(page, [
    { name: 'lease.jpg', bytes: withExif(photo, 6, PLACE) },
    { name: 'page 2.png', bytes: await makePicture(page, 'image/png', 400, 300) },
    { name: 'page 3.webp', bytes: await makePicture(page, 'image/webp', 400, 566) },
    { name: 'rules.pdf', bytes: samplePdf({ pages: 2 }) },
    { name: 'rent.docx', bytes: sampleDocx('Rent of the workshop') },
  ])
  await page.getByText('Converted from rent.docx').waitFor()
  await placeFields(page, ENTERED)
  expect(await page.locator('[data-page]').count()).toBe(6)
  // The photo is turned, so that its upper half is on the right; the picture of page 2 lies on white.
  await waitForColor(page, 1, 0.6, 0.5, 'blue')
  await waitForColor(page, 1, 0.4, 0.5, 'black')
  await waitForColor(page, 2, 0.5, 0.4, 'blue')
  await waitForColor(page, 2, 0.5, 0.6, 'white')
  await waitForColor(page, 3, 0.02, 0.02, 'blue')
  await page.reload()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  expect(await text.inputValue()).toBe(ENTERED.text)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(`${NAME} (${account.email})`).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('menuitem', { name: 'rules Page 4' }).click()
  await page.getByRole('listitem', { name: 'Page 4 of 6' }).and(page.locator(':focus')).waitFor()
  await page.getByText('Page 4 of 6').waitFor()
  await reviewAndSign(page)
  await page.reload()
  const { bytes } = await downloadSigned(page)
  await expectValidElsewhere(bytes, { origin: testSystem().origin, signers: 1 })
  expect(await bookmarksOf(bytes)).toEqual([
    ['lease', 1],
    ['rules', 4],
    ['rent', 6],
  ])
  expect(bytes.includes(photo.subarray(-400))).toBe(true)
  expect(bytes.includes(PLACE)).toBe(false)
  await page.goto('/document-signing')
  await page.getByRole('row', { name: /^lease Signed Ada Lovelace/ }).waitFor()
  expect(browserErrors).toEqual([])
})

test('a file that cannot be signed is refused with the reason', async () => {
  const { page, browserErrors } = await visit()
  await page.goto('/document-signing')
  await choosePdf(page, Buffer.from('Dear Ada'), 'letter.pdf')
  await page.getByText('“letter.pdf” is neither a PDF nor a picture').waitFor()
  await choosePdf(page, await encryptedPdf())
  await page.getByText('This PDF is protected by a password').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choosePdf(page, Buffer.from('%PDF-1.7\nDear Ada'))
  await page.getByText('This PDF cannot be read').waitFor()
  expect(browserErrors).toEqual([])
})

test('a picture that cannot be read is refused with the reason', async () => {
  const { page, browserErrors } = await visit({ width: PHONE_WIDTH })
  await page.goto('/document-signing')
  const photo = await makePicture(page, 'image/jpeg', 400, 300)
  const refuse = async (name: string, bytes: Uint8Array, sentence: string) => {
    await chooseFiles(page, [{ name, bytes }])
    await page.getByRole('alert').getByText(`“${name}” ${sentence}`).waitFor()
  }
  await refuse('short.jpg', photo.subarray(0, -20), 'could not be read')
  await refuse('empty.jpg', sampleJpeg(40, 30), 'could not be read')
  await refuse('bomb.png', samplePng(60_000, 50_000), 'has more than 50 megapixels')
  await refuse('empty.png', samplePng(40, 30, Buffer.alloc(0)), 'could not be read')
  await refuse('moving.gif', ANIMATION, 'is an animation')
  await refuse('plan.png', Buffer.from(DRAWING), 'is a drawing (SVG)')
  await refuse('lease.docx', Buffer.from('PK\x03\x04'), 'is not a PDF')
  expect(await axeFindings(page)).toEqual([])
  expect(await contentWidth(page)).toBe(PHONE_WIDTH)
  expect(browserErrors).toEqual([])
})

test('an unconfirmed address is refused with the reason', async () => {
  const { page, browserErrors } = await visit()
  await openAs(page, await registerAccount(testSystem().origin), '/document-signing')
  await choosePdf(page, samplePdf())
  await placeFields(page, ENTERED)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Confirm your e-mail address first').waitFor()
  expect(browserErrors).toEqual([FORBIDDEN])
})

test('a PDF that is already signed gets a further signature, by a passkey of the account, and its own stays valid', async () => {
  const { browserErrors, page, simulatePresence } = await withAuthenticator(await visit())
  const account = await openNewAccount(page)
  await addPasskey(page, simulatePresence)
  const before = await signElsewhere()
  await page.goto('/document-signing')
  await confirmAddress(page, account.email)
  await choosePdf(page, before)
  await page.getByText('This document is already signed').waitFor()
  expect(await page.getByRole('list', { name: 'Fields' }).getByRole('button').count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Sign with my passkey' }).click()
  expect(await axeFindings(page)).toEqual([])
  await placeField(page, 'Signature', 0.4)
  await page.getByRole('button', { name: 'Add your signature' }).click()
  await typeSignature(page, NAME)
  await page.getByRole('button', { name: 'Continue' }).click()
  await reviewAndSign(page)
  const signed = await downloadSigned(page)
  const evidence = await download(page, 'Download the evidence')
  expect(await axeFindings(page)).toEqual([])
  expect([signed.name, evidence.name]).toEqual(['lease-signed.pdf', 'lease-signed.evidence.json'])
  expect(signed.bytes.subarray(0, before.length).equals(before)).toBe(true)
  await expectFieldsValidElsewhere(signed.bytes, {
    earlier: ['Theirs'],
    fields: ['Theirs', ...Array.from({ length: 3 }, (_, index) => `inkproof-000${index + 1}`)],
    root: await fetchRoot(testSystem().origin),
  })

  const reader = await visit()
  await verify(reader.page, signed.bytes)
  const signatures = reader.page.getByRole('region', { name: 'Signatures in this PDF' })
  await signatures.getByText('Somebody Else').first().waitFor()
  await choosePdf(reader.page, evidence.bytes, evidence.name)
  await signatures.getByRole('heading', { name: `Signed by ${NAME}.` }).waitFor()
  await signatures.getByText('already had 1 digital signature when it was sent').waitFor()
  await signatures.getByText(`Signed by ${NAME} (passkey checked)`).first().waitFor()
  await signatures.getByText('Identified by a passkey that the sender had named.').first().waitFor()
  expect(await signatures.getAttribute('data-tone')).toBe('positive')
  expect(await axeFindings(reader.page)).toEqual([])
  expect([...browserErrors, ...reader.browserErrors]).toEqual([])
})

test('a PDF whose signature permits no others is refused when it is chosen', async () => {
  const { page, browserErrors } = await visit()
  await page.goto('/document-signing')
  await choosePdf(page, readTestFile('certified-p1.pdf'))
  await page.getByText('permits no further signatures').waitFor()
  await choosePdf(page, readTestFile('sha1.pdf'))
  await page.getByText('is not valid, or cannot be checked here').waitFor()
  await choosePdf(page, readTestFile('certified-p2.pdf'))
  await page.getByText('only signatures that are not shown on its pages').waitFor()
  expect(browserErrors).toEqual([])
})

type Color = 'white' | 'black' | 'blue'

/** Waits until a page is shown with this color at a part of its width and height. */
async function waitForColor(page: Page, number: number, x: number, y: number, color: Color) {
  const canvas = page.locator(`[data-page="${number}"] canvas`)
  await canvas.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    ([element, left, top, expected]) => {
      const { width, height } = element as HTMLCanvasElement
      const context = (element as HTMLCanvasElement).getContext('2d')
      const at = [width * left, height * top].map(Math.floor) as [number, number]
      const [red = 0, , blue = 0, alpha] = context?.getImageData(...at, 1, 1).data ?? []
      if (alpha !== 255) return false
      if (red > 127) return expected === 'white'
      return expected === (blue > 127 ? 'blue' : 'black')
    },
    [await canvas.elementHandle(), x, y, color] as const,
  )
}

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
