import { linkIn, mailTo } from '../support/mailbox.ts'

/** Subjects of e-mails with a link. */
const SUBJECTS = {
  'confirm-email': /^Confirm your e-mail address/,
  reset: /^Choose a new password/,
}

/** Waits for an e-mail of this kind and returns the secret in its link. */
export async function secretMailedTo(email: string, kind: keyof typeof SUBJECTS): Promise<string> {
  return secretIn(linkIn(await mailTo(email, SUBJECTS[kind])))
}

/** Returns the secret in the fragment of a link, with or without a name. */
export function secretIn(link: string): string {
  return link.split(/#(?:[\w-]+=)?/)[1] ?? ''
}
