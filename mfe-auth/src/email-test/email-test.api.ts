import type { SentMail, SentMails } from '@inkproof/protocol/mail'
import { request } from '@inkproof/slice'

export async function sendTest(): Promise<SentMail> {
  return (await request('POST', '/api/auth/email-test')).json()
}

export async function fetchTest(id: string): Promise<SentMail> {
  return (await request('GET', `/api/auth/email-test/${encodeURIComponent(id)}`)).json()
}

export async function fetchMails(): Promise<SentMail[]> {
  const { mails }: SentMails = await (await request('GET', '/api/auth/emails')).json()
  return mails
}
