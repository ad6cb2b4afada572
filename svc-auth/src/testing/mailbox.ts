/** The mailbox that the tests share. */
import { sharedPart, until } from '@inkproof/service-kit/testing/fixture'

/** A mail as the mailbox shows it. */
export type Received = {
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** The mails that came to an address so far, oldest first. */
export async function mailsTo(address: string): Promise<Received[]> {
  const answer = await fetch(`${sharedPart('INKPROOF_TEST_MAIL_URL')}/email`)
  const mails: (Received & { to: { address: string }[] })[] = await answer.json()
  return mails.filter(({ to }) => to.some((one) => one.address === address))
}

/** Waits for a mail whose subject fits. */
export async function mailTo(address: string, subject: RegExp): Promise<Received> {
  let found: Received | undefined
  await until(async () => {
    found = (await mailsTo(address)).findLast((mail) => subject.test(mail.subject))
    return found !== undefined
  })
  return found as Received
}

/** The secret of the link in a mail, and the address in front of it. */
export function linkIn({ text }: Pick<Received, 'text'>): { url: string; secret: string } {
  const url = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? ''
  return { url, secret: url.split(/[#=]/).at(-1) ?? '' }
}
