/** Four people act on one PDF in mixed order, through the running system and the real mailbox. */
import { createHash } from 'node:crypto'
import { testSystem } from '@inkproof/launcher/testing/control'
import { findField } from '@inkproof/pdf-signing/pdf/form-fields'
import { nameOf, string, stringOf } from '@inkproof/pdf-signing/pdf/objects'
import { append, open } from '@inkproof/pdf-signing/pdf/open'
import { textOfPdf } from '@inkproof/pdf-signing/testing/pdf-tools'
import { installPyHanko } from '@inkproof/pdf-signing/testing/pyhanko'
import { appearanceText, readFields } from '@inkproof/pdf-signing/testing/read-pdf'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { beforeAll, expect, test } from '@jest/globals'
import { openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { expectValidElsewhere } from '../support/expect-valid-elsewhere.ts'
import { addPasskey, openNewAccount, withAuthenticator } from '../support/factors.ts'
import { fetchMails } from '../support/mailbox.ts'
import { createPracticeWallet } from '../support/practice-wallet.ts'
import {
  addRecipients,
  approveByLink,
  confirmWithPasskey,
  confirmWithWallet,
  labelField,
  openLink,
  placeFieldFor,
  placeListFor,
  showOnlyIf,
  signByLink,
} from '../support/recipients.ts'
import { registerAccount } from '../support/sign-in.ts'
import { choosePdf, confirmAddress, download, downloadSigned } from '../support/signing.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

/** Its name has letters that no font for texts has. */
const LABEL = 'Copy of your passport'
const PASSPORT = { name: 'passport 护照.pdf', bytes: Buffer.from('%PDF-1.7 the passport') }

const visit = createVisitors(() => testSystem().origin)
beforeAll(installPyHanko)

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
    await placeListFor(sender.page, ben.name, ['Monthly', 'Yearly'], 0.25)
    await placeFieldFor(sender.page, ben.name, 'Single choice', 0.3)
    await showOnlyIf(sender.page, 'Single choice', ['Drop-down list, page 1', 'Yearly'])
    await placeFieldFor(sender.page, ben.name, 'Initials', 0.36)
    await showOnlyIf(sender.page, 'Initials', ['Drop-down list, page 1', 'Monthly'])
    await placeFieldFor(sender.page, ben.name, 'Signature', 0.42)
    await placeFieldFor(sender.page, eve.name, 'Attachment', 0.5)
    await labelField(sender.page, 'Attachment', LABEL)
    await placeFieldFor(sender.page, eve.name, 'Signature', 0.55)
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

    const signer = await withAuthenticator(await visit({ theme, width }))
    await openNewAccount(signer.page)
    await addPasskey(signer.page, signer.simulatePresence)
    const other = await visit({ theme, width })
    await openLink(signer.page, ben.email, /asks you to sign/)
    const shown: string[] = []
    await createPracticeWallet(other.page)
    await openLink(other.page, eve.email, /asks you to sign/)
    await signByLink(other.page, eve, undefined, { ...PASSPORT, label: LABEL }, async (...args) => {
      shown.push(...(await confirmWithWallet(...args)))
    })
    expect(shown.map((text) => text.split('\n')[0])).toEqual(['SigningWallet', 'Statement'])
    for (const text of shown) expect(text).toContain('"recipient": "Eve Moss"')
    const address = await other.page.evaluate(
      () => localStorage.getItem('inkproof_practice_wallet')?.toLowerCase() ?? '',
    )
    await sender.page.getByText('attached by Eve Moss').waitFor()
    await sender.page.getByText(LABEL, { exact: true }).waitFor()
    findings['attached'] = await axeFindings(sender.page)
    const downloadPassport = `Download ${PASSPORT.name}`
    expect((await download(sender.page, downloadPassport)).bytes).toEqual(PASSPORT.bytes)
    expect(await fetchMails(cy.email)).toEqual([])
    const answers = { text: 'Agreed in Bern', option: 'Yearly', choice: 'Answer 2 of 2' }
    await signByLink(signer.page, ben, answers, undefined, confirmWithPasskey)
    findings['signed'] = await axeFindings(signer.page)

    const { bytes } = await downloadSigned(sender.page)
    const reader = await visit({ theme, width })
    await openLink(reader.page, cy.email, /^Completed:/)
    expect((await downloadSigned(reader.page)).bytes).toEqual(bytes)
    expect(await download(reader.page, downloadPassport)).toEqual(PASSPORT)
    const record = await download(reader.page, 'Download the signing record')
    expect(record.name).toMatch(/-signing-record\.pdf$/)
    const said = (await textOfPdf(record.bytes)).replace(/\s/g, '')
    expect(said).toContain(`Wallet${address}`)
    expect(said).toContain(`${LABEL}:passport`.replace(/\s/g, ''))
    expect(said).toContain('SignedwithApasskey')
    expect(said).toContain(createHash('sha256').update(bytes).digest('hex'))
    findings['completed'] = await axeFindings(reader.page)

    expect(await readChoices(bytes)).toEqual(['Yearly', 'signer-01-field-0004', LABEL])
    const { 'signer-01-field-0005': hidden } = await readFields(bytes)
    expect(hidden && appearanceText(hidden.pdf, hidden.widget)).toBe('')
    await expectValidElsewhere(bytes, { origin: testSystem().origin, signers: 2 })
    await reader.page.goto('/verify')
    await choosePdf(reader.page, bytes)
    await reader.page.getByRole('heading', { name: 'Signed and approved by 3 people.' }).waitFor()
    for (const line of ['Approved by Ann Lee', 'Signed by Eve Moss', 'Signed by Ben Roe'])
      await reader.page.getByText(`${line} (e-mail checked)`).first().waitFor()
    await reader.page.getByText('They attached 1 file').first().waitFor()
    await reader.page.getByRole('button', { name: /Signed by Eve Moss/ }).click()
    await reader.page.getByText(`“${LABEL}”: SHA-256 of “passport`).waitFor()
    const withWallet = reader.page.getByText(`Signed with the wallet ${address}.`)
    await withWallet.first().waitFor()
    expect(await withWallet.count()).toBe(1)
    expect(await reader.page.getByText('Signed with a passkey.').count()).toBe(1)
    findings['verified'] = await axeFindings(reader.page)
    await reader.page.goto('/verify')
    await choosePdf(reader.page, record.bytes, record.name)
    await reader.page.getByRole('heading', { name: 'The attached evidence is valid.' }).waitFor()
    await reader.page.goto('/verify')
    await choosePdf(reader.page, await withChangedText(bytes))
    await reader.page.getByRole('heading', { name: 'Changed after it was signed.' }).waitFor()
    await reader.page.getByText('Field “signer-01-field-0001” was filled in.').first().waitFor()
    expect(Object.values(findings).flat()).toEqual([])
    for (const { browserErrors } of [sender, approver, signer, other, reader])
      expect(browserErrors).toEqual([])
  },
)

/** The values of the drop-down list and of the single choice of the first signer, and the tooltip of the attachment of the second. */
async function readChoices(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const pdf = await open(bytes)
  const names = ['signer-01-field-0002', 'signer-01-group-0003', 'signer-02-field-0001']
  const [list, choice, attachment] = names.map((name) => findField(pdf, name)?.dict)
  return [stringOf(pdf, list, 'V'), nameOf(pdf, choice, 'V'), stringOf(pdf, attachment, 'TU')]
}

/** The PDF with another text of the first signer, in a further revision. */
async function withChangedText(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await open(bytes)
  findField(pdf, 'signer-01-field-0001')?.dict.set('V', string('Agreed in Rome'))
  return append(pdf)
}
