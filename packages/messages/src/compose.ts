import { createHash } from 'node:crypto'
import { type Language, textsFor } from '@inkproof/texts/texts-for'
import type { EmailSource } from './email-collection.ts'
import type { EmailBrand, EmailContent } from './email-content.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'
import { parseMailbox } from './mailbox-address.ts'
import type { OutboxRow } from './outbox-entry.model.ts'
import type { EmailRef } from './outbox-entry.ts'
import { safeValuesOf } from './safe-values.ts'
import type { TemplateRegistry } from './templates.ts'

/** A rendered e-mail, ready to send. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt to send a row's e-mail, so that mail programs recognize duplicates. */
  messageId: string
  date: Date
  /** The logo in the HTML version; null if there is none. */
  logo: EmailBrand['logo']
  /** Exactly one mailbox; null if nobody reads replies. */
  replyTo: string | null
}

export type EmailContext<Row extends OutboxRow> = {
  source: EmailSource<Row>
  templates: TemplateRegistry<Row>
  /** The public origin: links always start with it and never with the host of a request. */
  origin: string
}

/**
 * Renders the e-mail of a row. Returns undefined if the row has none, or the e-mail is obsolete or has no recipient.
 *
 * @throws Error if this release does not have the e-mail's template; a later release will send the e-mail
 */
export async function composeEmail<Row extends OutboxRow>(
  emailContext: EmailContext<Row> & { host: string },
  row: Row,
): Promise<Email | undefined> {
  const { source, origin, host } = emailContext
  if (!row.mail || source.isCurrent?.(row) === false) return undefined
  const template = templateOf(emailContext, row)
  if (!template) throw new Error(`this release has no e-mail template ${row.mail.template}`)
  const to = template.recipient ? await template.recipient(row) : row.mail.to
  if (!to) return undefined
  const language = languageOf(row)
  const content = template.content(inputOf(emailContext, row))
  const brand = await template.brand?.(row)
  const replyTo = parseMailbox((await template.replyTo?.(row)) ?? '')
  const options = { origin, language, brand, replyTo }
  const { collectionName: collection } = source.model.collection
  return {
    to,
    date: dateOf(source, row),
    subject: content.subject,
    messageId: messageIdOf({ collection, id: row._id }, host),
    text: emailText(content, options),
    html: emailHtml(content, options),
    logo: brand?.logo ?? null,
    replyTo: replyTo ?? null,
  }
}

/** Returns the subject of a row's e-mail; undefined if this release does not have the e-mail's template. */
export function subjectOf<Row extends OutboxRow>(
  emailContext: EmailContext<Row>,
  row: Row,
): string | undefined {
  const content: EmailContent | undefined = templateOf(emailContext, row)?.content(
    inputOf(emailContext, row),
  )
  return content?.subject
}

/** Returns the time of the event that the e-mail of a row is about. */
export function dateOf<Row extends OutboxRow>(
  { at }: Pick<EmailSource<Row>, 'at'>,
  row: Row,
): Date {
  const date = row[at]
  if (date instanceof Date) return date
  throw new TypeError(`${at} of a row with an e-mail is not a date`)
}

function templateOf<Row extends OutboxRow>({ source, templates }: EmailContext<Row>, row: Row) {
  const id = row.mail?.template ?? source.legacyTemplateOf?.(row)
  return id === undefined ? undefined : templates.find(id)
}

function inputOf<Row extends OutboxRow>({ source, origin }: EmailContext<Row>, row: Row) {
  const value = safeValuesOf(source.values(row), source.trustedValues)
  return { ...textsFor(languageOf(row)), row, value, origin }
}

/** Returns the language of a row's e-mail: English for rows of earlier releases, which stored none. */
export function languageOf({ mail }: OutboxRow): Language {
  return mail?.language ?? 'en'
}

function messageIdOf({ collection, id }: EmailRef, host: string): string {
  const digest = createHash('sha256').update(`${collection}.${id}`).digest('base64url')
  return `<${digest.slice(0, 32)}@${host}>`
}
