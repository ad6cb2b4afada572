import { type Language, textsFor } from '@inkproof/texts/texts-for'
import { shownLinks } from './brand-links.ts'
import type { EmailBrand, EmailContent } from './email-content.ts'

type Translate = ReturnType<typeof textsFor>['t']

export type EmailOptions = {
  origin: string
  language: Language
  /** The workspace that the e-mail shows in addition. */
  brand?: EmailBrand | undefined
  /** Who gets replies; undefined if nobody does. */
  replyTo?: string | undefined
}

/** Renders the plain-text version: the same content as the HTML version, with every URL written out. */
export function emailText(
  content: EmailContent,
  { origin, language, brand, replyTo }: EmailOptions,
): string {
  const { heading, paragraphs, action, facts = [], warning, reason } = content
  const { t } = textsFor(language)
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2
  const parts = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`, action.note] : []),
    ...(facts.length > 0
      ? [facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n')]
      : []),
    ...(warning ? [`${warning.text}\n${warning.label}: ${warning.url}`] : []),
    ...(brand ? [brandLines(brand, t)] : []),
    `--\nInkproof · ${origin}\n${reason}\n${helpSentence(t, { origin, replyTo })}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function brandLines(brand: EmailBrand, t: Translate): string {
  const links = shownLinks(brand).map(({ label, url }) => `${label}: ${url}`)
  return [deliverySentence(brand, t), ...links].join('\n')
}

/** Returns the sentence that tells sender and Inkproof apart. */
export function deliverySentence({ name }: EmailBrand, t: Translate): string {
  return t(
    'Sent for {name} through Inkproof. The logo, the color and the links come from {name}. Inkproof has not checked them.',
    { name },
  )
}

/** Returns the URL of the page that answers common questions. */
export function helpUrl(origin: string): string {
  return `${origin}/faq`
}

/** Returns the sentence that says who gets replies, and refers to {@link helpUrl}. */
export function helpSentence(
  t: Translate,
  { origin, replyTo }: Pick<EmailOptions, 'origin' | 'replyTo'>,
): string {
  const address = helpUrl(origin)
  return replyTo === undefined
    ? t('Replies to this e-mail are not read. For help, visit {address}', { address })
    : t('Replies to this e-mail go to {replyTo}, not to Inkproof. For help, visit {address}', {
        ...{ address, replyTo },
      })
}
