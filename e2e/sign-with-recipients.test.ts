/** Four people act on one PDF in mixed order, through the running system and the real mailbox. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { checkStructure, pdfsigVerdicts } from '@inkproof/pdf-signing/testing/pdf-tools'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openAs } from './support/account.ts'
import { axeFindings } from './support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from './support/browser.ts'
import { fetchMails } from './support/mailbox.ts'
import {
  addRecipients,
  approveByLink,
  openLink,
  placeFieldFor,
  signByLink,
} from './support/recipients.ts'
import { registerAccount } from './support/sign-in.ts'
import { choosePdf, confirmAddress, downloadSigned } from './support/signing.ts'
import { newPerson } from './support/steps.ts'
import { createVisitors } from './support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-sign-with-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)(
  'one approves, two sign in any order, one gets a copy, $width px wide',
  async ({ theme, width }) => {
    const ann = { name: 'Ann Lee', email: newPerson().email, role: 'Approves' } as const
    const ben = { name: 'Ben Roe', email: newPerson().email, role: 'Signs' } as const
    const eve = { name: 'Eve Moss', email: newPerson().email, role: 'Signs' } as const
    const cy = { name: 'Cy Ng', email: newPerson().email, role: 'Gets a copy' } as const
    const findings: Record<string, unknown> = {}

    const sender = await visit({ theme, width })
    const account = await registerAccount(testSystem().origin)
    await openAs(sender.page, account, '/document-signing')
    await confirmAddress(sender.page, account.email)
    await choosePdf(sender.page, samplePdf({ pages: 2 }))
    await addRecipients(sender.page, [ann, ben, { ...eve, isWithPrevious: true }, cy])
    await placeFieldFor(sender.page, ben.name, 'Text', 0.2)
    await placeFieldFor(sender.page, ben.name, 'Signature', 0.3)
    await placeFieldFor(sender.page, eve.name, 'Signature', 0.45)
    findings['editor'] = await axeFindings(sender.page)
    expect(await contentWidth(sender.page)).toBe(width)
    await sender.page.getByRole('button', { name: 'Send for signature' }).click()
    await sender.page.getByRole('heading', { name: 'Sent for signature' }).waitFor()
    await sender.page.getByText('Waiting for Ann Lee').waitFor()
    findings['sent'] = await axeFindings(sender.page)

    const approver = await visit({ theme, width })
    await openLink(approver.page, ann.email, /asks you to approve/)
    await approver.page.getByText('asks you to approve this document').waitFor()
    findings['introduction'] = await axeFindings(approver.page)
    expect(await contentWidth(approver.page)).toBe(width)
    // Nobody after the approver was invited.
    expect(await fetchMails(ben.email)).toEqual([])
    await approveByLink(approver.page, ann.email)

    const signer = await visit({ theme, width })
    const other = await visit({ theme, width })
    await openLink(signer.page, ben.email, /asks you to sign/)
    await openLink(other.page, eve.email, /asks you to sign/)
    await signByLink(other.page, eve)
    expect(await fetchMails(cy.email)).toEqual([])
    await signByLink(signer.page, ben, 'Agreed in Bern')
    findings['signed'] = await axeFindings(signer.page)

    const { bytes } = await downloadSigned(sender.page)
    const reader = await visit({ theme, width })
    await openLink(reader.page, cy.email, /^Completed:/)
    expect((await downloadSigned(reader.page)).bytes).toEqual(bytes)
    findings['completed'] = await axeFindings(reader.page)

    await expectValidElsewhere(bytes)
    await reader.page.goto('/verify')
    await choosePdf(reader.page, bytes)
    await reader.page.getByRole('heading', { name: 'Signed and approved by 3 people.' }).waitFor()
    for (const line of ['Approved by Ann Lee', 'Signed by Eve Moss', 'Signed by Ben Roe'])
      await reader.page.getByText(`${line} (e-mail checked)`).first().waitFor()
    expect(Object.values(findings).flat()).toEqual([])
    for (const { browserErrors } of [sender, approver, signer, other, reader])
      expect(browserErrors).toEqual([])
  },
)

async function expectValidElsewhere(bytes: Uint8Array): Promise<void> {
  const file = join(folder, 'signed.pdf')
  await writeFile(file, bytes)
  expect(await checkStructure(file)).toContain('No syntax or stream')
  const valid = {
    signature: 'Signature is Valid.',
    certificate: "Certificate issuer isn't Trusted.",
  }
  expect(await pdfsigVerdicts(file)).toMatchObject([
    { field: 'signer-01-signature', ...valid },
    { field: 'signer-02-signature', ...valid },
    { field: 'final-signature', ...valid },
    { field: 'document-time-stamp' },
  ])
}
