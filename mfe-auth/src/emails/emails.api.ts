import type { EmailLink, EmailLinkKind, EmailSettings } from '@inkproof/protocol/emails'
import { request } from '@inkproof/slice'

export const EMAIL_URL = '/api/auth/email'

/** Mails a link to the new address; nothing changes until it is used. */
export async function requestEmailChange(email: string): Promise<EmailSettings> {
  return (await request('POST', EMAIL_URL, { email })).json()
}

export async function cancelChange(): Promise<EmailSettings> {
  return (await request('DELETE', '/api/auth/email/pending')).json()
}

export async function sendConfirmation(): Promise<EmailSettings> {
  return (await request('POST', '/api/auth/email/confirmation')).json()
}

/** Returns what a mailed link is for; changes nothing. */
export async function checkLink(kind: EmailLinkKind, token: string): Promise<EmailLink> {
  return (await request('POST', '/api/auth/email/link/check', { kind, token })).json()
}

export async function applyLink(kind: EmailLinkKind, token: string): Promise<EmailLink> {
  return (await request('POST', '/api/auth/email/link', { kind, token })).json()
}
