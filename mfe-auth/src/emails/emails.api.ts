import * as calls from '@inkproof/protocol/calls/emails'
import type { EmailLink, EmailLinkKind, EmailSettings } from '@inkproof/protocol/emails'
import { call } from '@inkproof/slice-parts/call'

/** Sends a link to the new address; nothing changes until it is used. */
export function changeEmail(email: string): Promise<EmailSettings> {
  return call(calls.changeEmail, { body: { email } })
}

export function cancelChange(): Promise<EmailSettings> {
  return call(calls.cancelEmailChange)
}

export function sendConfirmation(): Promise<EmailSettings> {
  return call(calls.sendEmailConfirmation)
}

/** Returns what a mailed link is for; changes nothing. */
export function checkLink(kind: EmailLinkKind, token: string): Promise<EmailLink> {
  return call(calls.checkEmailLink, { body: { kind, token } })
}

export function applyLink(kind: EmailLinkKind, token: string): Promise<EmailLink> {
  return call(calls.applyEmailLink, { body: { kind, token } })
}
