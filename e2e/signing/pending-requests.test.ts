/** The dashboard shows what needs the user's signature and what waits for others, and opens both. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { expect, test } from '@jest/globals'
import { openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { addRecipients, placeFieldFor } from '../support/recipients.ts'
import { registerAccount } from '../support/sign-in.ts'
import { choosePdf, confirmAddress } from '../support/signing.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

test.each([
  { width: DESKTOP_WIDTH, theme: 'dark' as const },
  { width: PHONE_WIDTH, theme: 'light' as const },
])('the dashboards of sender and recipient, $width px wide', async ({ theme, width }) => {
  const sender = await visit({ theme, width })
  const senderAccount = await registerAccount(testSystem().origin)
  await openAs(sender.page, senderAccount, '/document-signing')
  await confirmAddress(sender.page, senderAccount.email)
  const account = await registerAccount(testSystem().origin)
  const ben = { name: 'Ben Roe', email: account.email, role: 'Signs' } as const
  await choosePdf(sender.page, samplePdf(), 'lease.pdf')
  await addRecipients(sender.page, [ben])
  await placeFieldFor(sender.page, ben.name, 'Signature', 0.3)
  await sender.page.getByRole('button', { name: 'Send for signature' }).click()
  await sender.page.getByRole('heading', { name: 'Sent for signature' }).waitFor()

  await sender.page.goto('/dashboard')
  const others = sender.page.getByRole('region', { name: /^Waiting for others/ })
  await others.getByText(ben.name).waitFor()
  await others.getByRole('button', { name: /reminder/i }).waitFor()
  const findings = [await axeFindings(sender.page)]
  expect(await contentWidth(sender.page)).toBe(width)

  const recipient = await visit({ theme, width })
  await openAs(recipient.page, account, '/dashboard')
  // The address of the account is not confirmed yet.
  await recipient.page.getByText('No signing requests are waiting.').waitFor()
  await confirmAddress(recipient.page, account.email)
  await recipient.page.reload()
  const own = recipient.page.getByRole('region', { name: /^Needs my signature/ })
  await own.getByText('lease').waitFor()
  findings.push(await axeFindings(recipient.page))
  expect(await contentWidth(recipient.page)).toBe(width)
  await own.getByRole('button', { name: 'Open to sign: lease' }).click()
  await recipient.page.getByText('asks you to sign this document').waitFor()

  await others.getByRole('link', { name: 'lease' }).click()
  await sender.page.getByRole('heading', { name: 'Sent for signature' }).waitFor()
  expect(findings.flat()).toEqual([])
  expect([...sender.browserErrors, ...recipient.browserErrors]).toEqual([])
})
