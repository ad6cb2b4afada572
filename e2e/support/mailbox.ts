/** Reads e-mails from the embedded mailbox. */
import { testSystem } from '@inkproof/launcher/testing/control'

/** An e-mail as the mailbox returns it. */
export type Mail = { subject: string; text: string }

const TIMEOUT_MS = 20_000

/**
 * Returns the newest e-mail to an address whose subject matches and that contains none of the known
 * links.
 *
 * @throws Error when none arrives
 */
export async function mailTo(
  address: string,
  subject: RegExp,
  known: readonly string[] = [],
): Promise<Mail> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = (await mailsTo(address)).findLast(
      (mail) => subject.test(mail.subject) && !known.some((link) => mail.text.includes(link)),
    )
    if (found !== undefined) return found
    if (Date.now() > deadline)
      throw new Error(`no e-mail with subject ${subject} arrived at ${address}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns the link in an e-mail that contains a secret. */
export function linkIn({ text }: Pick<Mail, 'text'>): string {
  const link = /https?:\/\/\S+#\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error('the e-mail contains no link')
  return link
}

/** Returns the e-mails to an address, oldest first. The mailbox filters, because it holds those of all tests. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const query = new URLSearchParams({ 'to.address': address })
  const response = await fetch(`${testSystem().urls['mail-page']}/email?${query}`)
  return (await response.json()) as Mail[]
}
