/** E-mails with a one-time link. Each feature provides the texts of its own links. */
import type { EmailContent } from '@inkproof/messages/email-content'
import type { EmailTemplates, TemplateInput } from '@inkproof/messages/templates'
import { formatUtc } from '@inkproof/texts/format-utc'
import { describeDevice, describeLocation } from '@inkproof/texts/origin'
import type { TokenKind, TokenRow } from './tokens.model.ts'

/**
 * The text that a feature provides. {@link linkTemplates} adds the link's URL and expiry, and the time, device and
 * location of the request.
 */
export type LinkText = Omit<EmailContent, 'facts' | 'action' | 'warning'> & {
  /** The label of the button. */
  label: string
  /** The path and fragment of the page, up to the secret. */
  path: string
  /** How long the link works, in words. */
  duration: string
}

type Input = TemplateInput<TokenRow>

/** Functions that write the e-mails, by token kind. */
export type LinkEmails = Readonly<Partial<Record<TokenKind, (input: Input) => LinkText>>>

/** Names of values that the service itself set or validated. */
export const TRUSTED_LINK_VALUES = ['email', 'from', 'to']

/**
 * Creates the templates of a feature's e-mails. The secret follows `#`, because browsers do not send that part of a
 * URL to servers.
 */
export function linkTemplates(
  secretOf: (row: TokenRow) => string,
  emails: LinkEmails,
): EmailTemplates<TokenRow> {
  const templates = Object.entries(emails).map(([kind, write]) => {
    const template = (input: Input): EmailContent => {
      const { label, path, duration, ...content } = write(input)
      const { t, row, origin } = input
      const expiry = { duration, date: formatUtc(row.expiresAt) }
      const note = t('This link works once and expires after {duration}, on {date}.', expiry)
      const url = `${origin}${path}${secretOf(row)}`
      return { ...content, action: { label, url, note }, facts: factsOf(input) }
    }
    return [kind, template] as const
  })
  return Object.fromEntries(templates)
}

function factsOf({ t, row, value }: Input): [string, string][] {
  const device = value('device', '')
  if (device === '') return []
  const facts: [string, string][] = [
    [t('Requested'), formatUtc(row.createdAt)],
    [t('Device'), describeDevice({ t }, device)],
    [t('Location'), describeLocation({ t }, value('place', ''))],
  ]
  return facts.filter(([, text]) => text !== '')
}
