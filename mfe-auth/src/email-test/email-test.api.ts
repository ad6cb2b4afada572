import type { SentMail } from '@inkproof/protocol/mail'
import { request } from '@inkproof/slice'

export const MAILS_URL = '/api/auth/emails'

const TEST_URL = '/api/auth/email-test'

export const testUrl = (id: string) => `${TEST_URL}/${encodeURIComponent(id)}`

export async function sendTest(): Promise<SentMail> {
  return (await request('POST', TEST_URL)).json()
}
