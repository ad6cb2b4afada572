/** The mail server: hands over one mail and says what came of it. */
import { withTimeout } from 'es-toolkit/promise'
import { createTransport } from 'nodemailer'
import type { Mail } from './compose.ts'
import { mailboxOf } from './mailbox-address.ts'

/** `later`: try again; `refused`: never. */
export type Outcome = { kind: 'sent' | 'later' | 'refused'; answer: string }

export type Send = (mail: Mail) => Promise<Outcome>

/** A server that says nothing for so long is given up on; all in all a try ends well within its lease. */
const CONNECT_WITHIN_MS = 5_000
const SILENT_FOR_MS = 15_000
const SENT_WITHIN_MS = 45_000

/** Sends by the server of SMTP_URL, one connection a mail, so that a lost one harms no other. */
export function smtp(url: string, from: string): Send {
  const server = new URL(url)
  return async (mail) => {
    const to = mailboxOf(mail.to)
    if (to === undefined)
      return { kind: 'refused', answer: 'This is not the address of one mailbox.' }
    const transport = createTransport({
      url,
      // A password is never sent in the clear, whatever the server says it can do.
      requireTLS: server.protocol === 'smtp:' && server.username !== '',
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      dnsTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const sending = transport.sendMail({
        from: { name: 'Inkproof', address: from },
        to: { name: '', address: to },
        envelope: { from, to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        date: mail.date,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
      const sent = await withTimeout(() => sending, SENT_WITHIN_MS)
      return { kind: 'sent', answer: clean(sent.response) }
    } catch (error) {
      return whyNot(error)
    } finally {
      transport.close()
    }
  }
}

/**
 * RFC 5321 section 4.2.1: 5xx is for good, 4xx for now. A refused sign-in (RFC 4954) is our own
 * settings' fault, which somebody puts right: the mail waits.
 */
function whyNot(error: unknown): Outcome {
  const { responseCode, response, code } = error as {
    responseCode?: number
    response?: string
    code?: string
  }
  if (code === 'EAUTH') return { kind: 'later', answer: 'The mail server does not let us sign in.' }
  if (responseCode === undefined || !response) {
    return { kind: 'later', answer: 'The mail server did not answer.' }
  }
  return { kind: responseCode >= 500 ? 'refused' : 'later', answer: clean(response) }
}

const ADDRESSES = /\[?\b(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7})\b\]?/gi

/** One readable line without addresses of machines. */
function clean(answer: string): string {
  return answer
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(ADDRESSES, '…')
    .trim()
    .slice(0, 300)
}
