import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import type { Page } from 'playwright-core'
import { PHONE_WIDTH } from '../support/browser.ts'
import { extractCode, extractLink, waitForMail } from '../support/mailbox.ts'
import { addRecipients, placeFieldFor } from '../support/recipients.ts'
import { choosePdf, confirmAddress, downloadSigned, typeSignature } from '../support/signing.ts'
import { newPerson, register } from '../support/steps.ts'
import { type DemoContext, pauseForViewers, show } from './demo.ts'

/** Two people sign a PDF on a phone and on a computer; the finished PDF alone shows who signed, and that a letter was changed. */
export async function recordSigning(demo: DemoContext): Promise<void> {
  const { page, recording } = demo
  const ann = { name: 'Ann Lee', email: newPerson().email, role: 'Signs' } as const
  const ben = { name: 'Ben Roe', email: newPerson().email, role: 'Signs' } as const

  await page.getByRole('link', { name: 'Sign Documents' }).first().click()
  await pauseForViewers(page)
  await choosePdf(page, samplePdf(), 'agreement.pdf')
  await addRecipients(page, [ann, ben])
  await placeFieldFor(page, ann.name, 'Signature', 0.2)
  await placeFieldFor(page, ben.name, 'Signature', 0.3)
  await pauseForViewers(page)
  const sender = newPerson()
  await page.getByRole('button', { name: 'Send for signature' }).click()
  await page.getByRole('dialog').waitFor()
  await register(page, sender)
  await page.getByText('Confirm your e-mail address first').waitFor()
  await confirmAddress(page, sender.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await show(page.getByRole('heading', { name: 'Sent for signature' }))

  const phone = await demo.visit({ width: PHONE_WIDTH, theme: 'light' })
  await recording.switchTo(phone)
  await signOn(phone, ann)
  const computer = await demo.visit({ theme: 'light' })
  await recording.switchTo(computer)
  await signOn(computer, ben)

  await recording.switchTo(page)
  const { bytes } = await downloadSigned(page)
  await pauseForViewers(page)

  const reader = await demo.visit({ theme: 'light' })
  await reader.goto('/verify')
  await recording.switchTo(reader)
  await pauseForViewers(reader)
  await choosePdf(reader, bytes, 'agreement-signed.pdf')
  await show(reader.getByRole('heading', { name: 'Signed by 2 people.' }))
  await reader.goto('/verify')
  await choosePdf(reader, withChangedLetter(bytes), 'agreement-signed.pdf')
  await show(reader.getByRole('heading', { name: 'A signature is not valid.' }))
}

/** Opens the mailed link, signs, and enters the mailed code. */
async function signOn(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.goto(extractLink(await waitForMail(email, /asks you to sign/)))
  await page.getByText('asks you to sign').first().waitFor()
  await pauseForViewers(page)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const guide = page.getByRole('region', { name: 'Fill in the document' })
  await guide.getByRole('button', { name: 'Start' }).click()
  await guide.getByRole('button', { name: 'Add your signature' }).click()
  await typeSignature(page, name)
  await pauseForViewers(page)
  await guide.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /^I agree to/ }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = extractCode(await waitForMail(email, /^Your code for/))
  await page.getByLabel('Code from the e-mail').fill(code)
  await pauseForViewers(page)
  await page.getByRole('button', { name: 'Sign document' }).click()
  await show(page.getByRole('heading', { name: 'You have signed' }))
}

/** The file with one letter of its text changed. */
function withChangedLetter(bytes: Uint8Array): Uint8Array {
  const changed = Buffer.from(bytes)
  const at = changed.indexOf('(Agreement, page 1)')
  if (at < 0) throw new Error('the text of the page is compressed')
  changed[at + 1] = 'B'.charCodeAt(0)
  return changed
}
