/** Reads the mailbox that the tests share. */
import { sharedServiceUrl, until } from '@inkproof/service-kit/testing/fixture'

/** An e-mail in the mailbox's format. */
export type ReceivedEmail = {
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** Returns the e-mails received so far, oldest first. */
export async function listEmails(address: string): Promise<ReceivedEmail[]> {
  // The mailbox server filters: otherwise every poll would transfer and parse all e-mails of the test run.
  const query = new URLSearchParams({ 'to.address': address })
  const response = await fetch(`${sharedServiceUrl('INKPROOF_TEST_MAIL_URL')}/email?${query}`)
  return response.json()
}

/** Waits for an e-mail with a matching subject. */
export async function waitForEmail(address: string, subject: RegExp): Promise<ReceivedEmail> {
  let mail: ReceivedEmail | undefined
  await until(async () => {
    mail = (await listEmails(address)).findLast((received) => subject.test(received.subject))
    return mail !== undefined
  })
  return mail as ReceivedEmail
}

/** Returns the URL of an e-mail's link and the secret in it. */
export function extractLink({ text }: Pick<ReceivedEmail, 'text'>): {
  url: string
  secret: string
} {
  const url = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? ''
  return { url, secret: url.split(/[#=]/).at(-1) ?? '' }
}
