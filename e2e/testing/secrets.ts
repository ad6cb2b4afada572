import { linkIn, mailTo } from '../support/mailbox.ts'

/** Subjects of the e-mails with a link. */
const SUBJECTS = {
  'confirm-email': /^Confirm your e-mail address/,
  reset: /^Choose a new password/,
}

/** Returns the secret in the link of an e-mail of this kind. */
export async function secretMailedTo(email: string, kind: keyof typeof SUBJECTS): Promise<string> {
  return secretIn(linkIn(await mailTo(email, SUBJECTS[kind])))
}

/** Returns the secret that a link carries in its fragment, with a name or without. */
export function secretIn(link: string): string {
  return link.split(/#(?:[\w-]+=)?/)[1] ?? ''
}
