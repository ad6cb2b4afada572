import { extractLink, waitForMail } from '../support/mailbox.ts'

/** Subjects of e-mails with a link, by kind. */
const SUBJECTS = {
  'confirm-email': /^Confirm your e-mail address/,
  reset: /^Choose a new password/,
}

/** Waits for an e-mail of this kind and returns the secret in its link. */
export async function waitForMailedSecret(
  email: string,
  kind: keyof typeof SUBJECTS,
): Promise<string> {
  return extractSecret(extractLink(await waitForMail(email, SUBJECTS[kind])))
}

/** Returns the secret in the fragment of a link, with or without a name. */
export function extractSecret(link: string): string {
  return link.split(/#(?:[\w-]+=)?/)[1] ?? ''
}
