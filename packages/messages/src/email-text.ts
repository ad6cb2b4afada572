import { type Language, textsFor } from '@inkproof/texts/texts-for'
import { shownLinks } from './brand-links.ts'
import type { EmailBrand, EmailContent } from './email-content.ts'

type Translate = ReturnType<typeof textsFor>['t']

/** Renders the plain-text version: the same content as the HTML version, with every URL written out. */
export function emailText(
  content: EmailContent,
  {
    origin,
    language,
    brand,
  }: { origin: string; language: Language; brand?: EmailBrand | undefined },
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
    `--\nInkproof · ${origin}\n${reason}\n${helpSentence(t, origin)}`,
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

/** Returns the sentence that refers to {@link helpUrl}. */
export function helpSentence(t: Translate, origin: string): string {
  return t('Replies to this e-mail are not read. For help, visit {address}', {
    address: helpUrl(origin),
  })
}
