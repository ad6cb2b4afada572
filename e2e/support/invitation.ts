/** Reads invitations from the mailbox. */
import { fetchMails } from './mailbox.ts'

const LINK = /\S+\/user-profile#invitation=[\w-]+/
const TIMEOUT_MS = 20_000

/**
 * Waits for an invitation e-mail to an address and returns the link in the newest one.
 *
 * @throws Error when none arrives
 */
export async function waitForInvitationLink(
  email: string,
  excludedLinks: readonly string[] = [],
): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const links = (await fetchMails(email))
      .map(({ text }) => LINK.exec(text)?.[0])
      .filter((link) => link !== undefined && !excludedLinks.includes(link))
    const newest = links.at(-1)
    if (newest !== undefined) return newest
    if (Date.now() > deadline) throw new Error(`no invitation arrived at ${email}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
