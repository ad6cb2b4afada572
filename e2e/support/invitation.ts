/** Reads invitations from the mailbox. */
import { mailsTo } from './mailbox.ts'

const LINK = /\S+\/user-profile#invitation=[\w-]+/
const TIMEOUT_MS = 20_000

/** Returns the link of the newest invitation sent to an address. @throws Error when none arrives */
export async function invitationTo(
  email: string,
  excluding: readonly string[] = [],
): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const links = (await mailsTo(email))
      .map(({ text }) => LINK.exec(text)?.[0])
      .filter((link) => link !== undefined && !excluding.includes(link))
    const newest = links.at(-1)
    if (newest !== undefined) return newest
    if (Date.now() > deadline) throw new Error(`no invitation arrived at ${email}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
