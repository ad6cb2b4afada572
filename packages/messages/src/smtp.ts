/** Sends e-mails to a mail server by SMTP. */
import { withTimeout } from 'es-toolkit/promise'
import { createTransport } from 'nodemailer'
import { LOGO_CID } from './brand-html.ts'
import type { Email } from './compose.ts'
import type { FailureCode } from './failure-codes.ts'
import { parseMailbox } from './mailbox-address.ts'

/**
 * `sent`: accepted by the mail server. `later`: try again later. `refused`: do not try again. The answer is the
 * server's response without IP addresses, or a {@link FailureCode}.
 */
export type DeliveryResult = { kind: 'sent' | 'later' | 'refused'; answer: string | FailureCode }

export type SendEmail = (email: Email) => Promise<DeliveryResult>

/** Timeouts for an unresponsive server. An attempt ends well within its lease (deliver.ts). */
const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 15_000
const SEND_TIMEOUT_MS = 45_000

/** Returns a function that sends e-mails through the server at `url`, each over its own connection. */
export function createSmtpSender(url: string, from: string): SendEmail {
  const server = new URL(url)
  return async (email) => {
    const to = parseMailbox(email.to)
    if (to === undefined) return { kind: 'refused', answer: 'not-one-mailbox' }
    const transport = createTransport({
      url,
      // A password is sent unencrypted only if the URL contains `?requireTLS=false`, which takes precedence: the test mailboxes
      // have no certificate. What the server claims to support does not matter.
      requireTLS: server.protocol === 'smtp:' && server.username !== '',
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const sending = transport.sendMail({
        from: { name: 'Inkproof', address: from },
        to: { name: '', address: to },
        envelope: { from, to },
        ...(email.replyTo !== null && { replyTo: { name: '', address: email.replyTo } }),
        subject: email.subject,
        text: email.text,
        html: email.html,
        ...(email.logo && { attachments: [logoPart(email.logo)] }),
        messageId: email.messageId,
        date: email.date,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
      const info = await withTimeout(() => sending, SEND_TIMEOUT_MS)
      return { kind: 'sent', answer: redactResponse(info.response) }
    } catch (error) {
      return toFailure(error)
    } finally {
      transport.close()
    }
  }
}

/** The picture that the HTML version shows by its Content-ID (RFC 2387). */
function logoPart({ png }: NonNullable<Email['logo']>) {
  return {
    filename: 'logo.png',
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    cid: LOGO_CID,
    content: Buffer.from(png),
  }
}

/**
 * RFC 5321 section 4.2.1: 5xx is permanent, 4xx transient. A rejected login (RFC 4954) means that our settings are
 * wrong, so the e-mail is retried in case an operator corrects them.
 */
function toFailure(error: unknown): DeliveryResult {
  const { responseCode, response, code } = error as {
    responseCode?: number
    response?: string
    code?: string
  }
  if (code === 'EAUTH') return { kind: 'later', answer: 'sign-in-rejected' }
  if (responseCode === undefined || !response) {
    return { kind: 'later', answer: 'no-response' }
  }
  return { kind: responseCode >= 500 ? 'refused' : 'later', answer: redactResponse(response) }
}

const ADDRESSES = /\[?\b(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7})\b\]?/gi

/** Converts a response to one line of at most 300 characters without IP addresses. */
function redactResponse(answer: string): string {
  return answer
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(ADDRESSES, '…')
    .trim()
    .slice(0, 300)
}
