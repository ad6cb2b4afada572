/** Reads e-mails from the embedded mailbox. */
import { testSystem } from '@inkproof/launcher/testing/control'

/** An e-mail as the mailbox returns it. */
export type Mail = { subject: string; text: string }

const TIMEOUT_MS = 20_000

/**
 * Waits for an e-mail to an address whose subject matches and that contains none of the excluded
 * links, and returns the newest one.
 *
 * @throws Error when none arrives
 */
export async function waitForMail(
  address: string,
  subject: RegExp,
  excludedLinks: readonly string[] = [],
): Promise<Mail> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = (await fetchMails(address)).findLast(
      (mail) =>
        subject.test(mail.subject) && !excludedLinks.some((link) => mail.text.includes(link)),
    )
    if (found !== undefined) return found
    if (Date.now() > deadline)
      throw new Error(`no e-mail with subject ${subject} arrived at ${address}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns the link in an e-mail that contains a secret. */
export function extractLink({ text }: Pick<Mail, 'text'>): string {
  const link = /https?:\/\/\S+#\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error('the e-mail contains no link')
  return link
}

/** Returns the six-digit code in an e-mail, which has a line of its own. */
export function extractCode({ text }: Pick<Mail, 'text'>): string {
  const code = /^\d{6}$/m.exec(text)?.[0]
  if (code === undefined) throw new Error('the e-mail contains no code')
  return code
}

/** Returns the e-mails to an address, oldest first. The mailbox contains the e-mails of all tests. */
export async function fetchMails(address: string): Promise<Mail[]> {
  const query = new URLSearchParams({ 'to.address': address })
  const response = await fetch(`${testSystem().urls['mailbox']}/email?${query}`)
  return (await response.json()) as Mail[]
}
