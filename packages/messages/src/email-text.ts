import { type Language, textsFor } from '@inkproof/texts/texts-for'
import type { EmailContent } from './email-content.ts'

/** Renders the plain-text version: the same content as the HTML version, with every URL written out. */
export function emailText(
  content: EmailContent,
  { origin, language }: { origin: string; language: Language },
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
    `--\nInkproof · ${origin}\n${reason}\n${helpSentence(t, origin)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** Returns the URL of the page that answers common questions. */
export function helpUrl(origin: string): string {
  return `${origin}/faq`
}

/** Returns the sentence that refers to {@link helpUrl}. */
export function helpSentence(t: ReturnType<typeof textsFor>['t'], origin: string): string {
  return t('Replies to this e-mail are not read. For help, visit {address}', {
    address: helpUrl(origin),
  })
}
