/** User actions for signing requests with several recipients, step by step. */
import type { Page } from 'playwright-core'
import { extractCode, extractLink, waitForMail } from './mailbox.ts'
import { confirmInWallet } from './practice-wallet.ts'
import { placeField, typeSignature } from './signing.ts'

export type Recipient = {
  name: string
  email: string
  role: 'Signs' | 'Approves' | 'Can view' | 'Gets a copy'
  /** At the same time as the recipient before. */
  isWithPrevious?: boolean
}

/** In the editor: adds recipients, who act in this order. */
export async function addRecipients(page: Page, recipients: readonly Recipient[]): Promise<void> {
  await page.getByText('Other people', { exact: true }).click()
  const rows = page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  for (const [i, { email, isWithPrevious, name, role }] of recipients.entries()) {
    if (i > 0) await page.getByRole('button', { name: 'Add recipient' }).click()
    if (i === 1) await page.getByText('In this order', { exact: true }).click()
    const row = rows.nth(i)
    await row.getByRole('combobox', { name: 'Name' }).fill(name)
    await row.getByRole('combobox', { name: 'E-mail address' }).fill(email)
    await row.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: role, exact: true }).click()
    if (isWithPrevious)
      await row.getByRole('checkbox', { name: 'At the same time as the person above' }).click()
  }
}

/** In the editor: places a field for somebody. `top`: distance from the upper edge, as a part of the page's height. */
export async function placeFieldFor(page: Page, name: string, label: string, top: number) {
  await page.getByRole('combobox', { name: 'Fields for' }).selectOption(name)
  await placeField(page, label, top)
}

/** In the editor: places a drop-down list with these options for somebody. */
export async function placeListFor(
  page: Page,
  name: string,
  options: readonly string[],
  top: number,
): Promise<void> {
  await placeFieldFor(page, name, 'Drop-down list', top)
  const dialog = page.getByRole('dialog', { name: 'Drop-down list' })
  await dialog.getByRole('textbox', { name: 'Options' }).fill(options.join('\n'))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** In the editor: says what is to be entered into the field that was placed last. `type`: as the palette calls it. */
export async function labelField(page: Page, type: string, label: string): Promise<void> {
  await page.getByRole('button', { name: `Settings for “${type}”` }).click()
  const dialog = page.getByRole('dialog', { name: type })
  await dialog.getByRole('textbox', { name: 'Label' }).fill(label)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** In the editor: shows somebody else's field only if another one has a value. `label`: its type, of which there is one field. */
export async function showOnlyIf(
  page: Page,
  label: string,
  [control, value]: readonly [control: string, value: string],
): Promise<void> {
  await page
    .getByRole('group', { name: new RegExp(`^${label} of `) })
    .first()
    .focus()
  await page.getByRole('button', { name: `Settings for “${label}”` }).click()
  const dialog = page.getByRole('dialog', { name: label })
  await dialog.getByRole('combobox', { name: 'Show only if' }).click()
  await page.getByRole('option', { name: control, exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Has the value' }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the mailed link of a recipient. */
export async function openLink(page: Page, email: string, subject: RegExp): Promise<void> {
  await page.goto(extractLink(await waitForMail(email, subject)))
}

/** On the page of a link: confirms the mailbox and finishes with this button. */
export async function confirmAndFinish(page: Page, email: string, button: string): Promise<void> {
  await page.getByRole('checkbox', { name: /^I agree to/ }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = extractCode(await waitForMail(email, /^Your code for/))
  await page.getByLabel('Code from the e-mail').fill(code)
  await page.getByRole('button', { name: button }).click()
}

/**
 * As {@link confirmAndFinish}, with the practice wallet of this browser. Returns what the wallet showed: that it is for this person,
 * and the statement.
 */
export async function confirmWithWallet(
  page: Page,
  email: string,
  button: string,
): Promise<string[]> {
  await page.getByRole('checkbox', { name: /^I agree to/ }).click()
  await page.getByRole('button', { name: 'Other ways to sign' }).click()
  await page.getByRole('button', { name: 'Sign with a wallet' }).click()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  const binding = await confirmInWallet(page)
  await page
    .getByLabel('Code from the e-mail')
    .fill(extractCode(await waitForMail(email, /^Your code for/)))
  await page.getByRole('button', { name: button }).click()
  return [binding, await confirmInWallet(page)]
}

/** As {@link confirmAndFinish}, with a passkey of this browser's device, which confirms every request. */
export async function confirmWithPasskey(page: Page, email: string, button: string): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to sign' }).click()
  await page.getByRole('button', { name: 'Sign with a passkey' }).click()
  await confirmAndFinish(page, email, button)
}

/** What a signer enters besides the signature, in this order. */
export type Answers = {
  text: string
  /** Of a drop-down list. */
  option: string
  /** Of a single choice, such as `Answer 2 of 2`. */
  choice: string
}

/** A file that a signer attaches to the field with this label. */
export type AttachedFile = { name: string; bytes: Uint8Array; label: string }

/** On the page of a link: chooses the file of the field that the guide shows, and goes on. */
async function attach(page: Page, { bytes, label, name }: AttachedFile): Promise<void> {
  const guide = page.getByRole('region', { name: 'Fill in the document' })
  await page.getByRole('button', { name: `${label}, required, page 1` }).waitFor()
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  const control = guide.getByRole('group', { name: label })
  await control.getByLabel('File to attach').setInputFiles(file)
  await guide.getByText(name).waitFor()
  await guide.getByRole('button', { name: 'Next' }).click()
}

/** On the page of a link: attaches a file, if there is one, fills in the answers, if there are any, and the signature, and signs. */
export async function signByLink(
  page: Page,
  { email, name }: Pick<Recipient, 'email' | 'name'>,
  answers?: Answers,
  file?: AttachedFile,
  confirm: (page: Page, email: string, button: string) => Promise<unknown> = confirmAndFinish,
): Promise<void> {
  await page.getByRole('button', { name: /^(Review and sign|Continue signing)$/ }).click()
  const guide = page.getByRole('region', { name: 'Fill in the document' })
  await guide.getByRole('button', { name: 'Start' }).click()
  if (file) await attach(page, file)
  if (answers) {
    const goOn = () => guide.getByRole('button', { name: 'Next' }).click()
    await guide.getByRole('textbox').fill(answers.text)
    await goOn()
    await guide.getByRole('combobox').click()
    await page.getByRole('option', { name: answers.option, exact: true }).click()
    await goOn()
    await guide.getByRole('radio', { name: answers.choice }).click()
    await goOn()
  }
  await guide.getByRole('button', { name: 'Add your signature' }).click()
  await typeSignature(page, name)
  await guide.getByRole('button', { name: 'Continue' }).click()
  await confirm(page, email, 'Sign document')
  await page.getByRole('heading', { name: 'You have signed' }).waitFor()
}

/** On the page of a link: approves. */
export async function approveByLink(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Review and approve' }).click()
  await page
    .getByRole('region', { name: 'Fill in the document' })
    .getByRole('button', { name: 'Continue' })
    .click()
  await confirmAndFinish(page, email, 'Approve document')
  await page.getByRole('heading', { name: 'You have approved' }).waitFor()
}
