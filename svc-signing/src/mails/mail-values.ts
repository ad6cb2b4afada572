/** What the e-mails about signing requests show: names, texts that people entered, links and codes. */
import { MAX_VALUE_LENGTH } from '@inkproof/messages/safe-values'
import type { TemplateInput } from '@inkproof/messages/templates'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import type { SigningMailRow } from './signing-mails.model.ts'

export type Input = TemplateInput<SigningMailRow>
export type Secrets = Pick<LinkSecrets, 'codeOf' | 'secretOf'>

/** A message has at most this many characters (protocol, EnvelopeMessage). */
const MAX_MESSAGE_LENGTH = 2_000
/** A reason has at most this many characters (protocol, EndReason). */
const MAX_REASON_LENGTH = 500

const messageLine = (index: number) => `message.${index}`

/** Returns what templates may show of a row: its values, and the lines of the message one by one. */
export function shownValues({ values }: SigningMailRow): Record<string, string> {
  const lines = (values['message'] ?? '').split('\n')
  return {
    ...values,
    ...Object.fromEntries(lines.map((line, i) => [messageLine(i), line])),
  }
}

/** Names of values that the service itself determined or validated. */
export const TRUSTED_MAIL_VALUES = ['address', 'role', 'accessCode', 'isYou']

/** Returns the names that every e-mail shows, and the recipient's role. */
export function namesIn({ t, value }: Input): { sender: string; title: string; role: string } {
  return {
    sender: value('sender', t('Someone')),
    title: value('title', t('a document'), MAX_VALUE_LENGTH),
    role: value('role', 'viewer'),
  }
}

/** Returns the lines of the sender's message, in a form in which nothing becomes a link. */
export function messageOf({ row, value }: Input): string[] {
  const lines = (row.values['message'] ?? '').split('\n')
  return lines.map((_, i) => value(messageLine(i), '', MAX_MESSAGE_LENGTH)).filter(Boolean)
}

/** Returns a paragraph with the reason of a refusal or withdrawal; none if no reason was given. */
export function reasonOf({ t, value }: Input): string[] {
  const reason = value('reason', '', MAX_REASON_LENGTH)
  return reason === '' ? [] : [t('Reason: {reason}', { reason })]
}

/** Returns the code of an e-mail; undefined if it has none, or its key is no longer used. */
export function codeOf(
  { codeOf: derive }: Pick<Secrets, 'codeOf'>,
  { code: subject, envelopeId, recipientId }: SigningMailRow,
): string | undefined {
  return subject && recipientId !== null
    ? derive({ ...subject, envelopeId, recipientId })
    : undefined
}

/** Returns the recipient's link; in e-mails to the sender, the address of the request's page. */
export function addressOf(
  { secretOf }: Pick<Secrets, 'secretOf'>,
  origin: string,
  { envelopeId, link, recipientId }: SigningMailRow,
): string {
  if (!link || recipientId === null) return `${origin}/document-signing?envelope=${envelopeId}`
  const { address, epoch, linkId } = link
  const secret = secretOf({ envelopeId, recipientId, address, epoch })
  return `${origin}/sign/${linkId}#${secret}`
}

/** Returns what to know about the e-mail's link. */
export function onlyForYou({ t, row }: Input): string {
  return row.link ? t('The link is only for you. Do not forward it.') : t('Sign in to open it.')
}

/** Returns why somebody got the e-mail. */
export function becauseRecipient({ t, row }: Input): string {
  return row.link
    ? t('You received this e-mail because your address is part of a signing request.')
    : t('You received this e-mail because you sent this signing request.')
}
