/** The mailbox that the tests share. */
import { sharedPart, until } from '@inkproof/service-kit/testing/fixture'

/** An e-mail in the mailbox's format. */
export type Received = {
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** The e-mails received so far, oldest first. */
export async function mailsTo(address: string): Promise<Received[]> {
  const response = await fetch(`${sharedPart('INKPROOF_TEST_MAIL_URL')}/email`)
  const mails: (Received & { to: { address: string }[] })[] = await response.json()
  return mails.filter(({ to }) => to.some((one) => one.address === address))
}

/** Waits for an e-mail with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<Received> {
  let found: Received | undefined
  await until(async () => {
    found = (await mailsTo(address)).findLast((mail) => subject.test(mail.subject))
    return found !== undefined
  })
  return found as Received
}

/** The secret in an e-mail's link, and the URL before it. */
export function linkIn({ text }: Pick<Received, 'text'>): { url: string; secret: string } {
  const url = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? ''
  return { url, secret: url.split(/[#=]/).at(-1) ?? '' }
}
