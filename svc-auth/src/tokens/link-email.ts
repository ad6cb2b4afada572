/** E-mails with a one-time link. Each feature writes the text of its own. */
import type { EmailContent } from '@inkproof/messages/email-content'
import type { EmailTemplates, TemplateInput } from '@inkproof/messages/templates'
import { formatUtc } from '@inkproof/texts/format'
import { describeDevice, describePlace } from '@inkproof/texts/origin'
import type { TokenKind, TokenRow } from './tokens.model.ts'

/** The text a feature provides. The link's URL, its expiry, time, device and location are added. */
export type LinkWords = Omit<EmailContent, 'facts' | 'action' | 'warning'> & {
  /** The label of the button. */
  label: string
  /** The path of the page with `#`, and what precedes the secret. */
  path: string
  /** How long the link works, in words. */
  duration: string
}

type Input = TemplateInput<TokenRow>

/** The e-mails with links by the kind of the token. */
export type LinkEmails = Readonly<Partial<Record<TokenKind, (input: Input) => LinkWords>>>

/** Names of values that the service itself determined or validated. */
export const TRUSTED_LINK_VALUES = ['email', 'from', 'to']

/**
 * The templates of a feature's e-mails. The secret follows `#`, because browsers send that part of an
 * address to no server.
 */
export function linkTemplates(
  secretOf: (row: TokenRow) => string,
  emails: LinkEmails,
): EmailTemplates<TokenRow> {
  const templates = Object.entries(emails).map(([kind, wordsOf]) => {
    const template = (input: Input): EmailContent => {
      const { label, path, duration, ...words } = wordsOf(input)
      const { t, row, origin } = input
      const expiry = { duration, date: formatUtc(row.expiresAt) }
      const note = t('This link works once and expires after {duration}, on {date}.', expiry)
      const url = `${origin}${path}${secretOf(row)}`
      return { ...words, action: { label, url, note }, facts: factsOf(input) }
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
    [t('Location'), describePlace({ t }, value('place', ''))],
  ]
  return facts.filter(([, text]) => text !== '')
}
