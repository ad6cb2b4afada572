import { makeTexts, type Texts } from './make-texts.ts'
import { pseudo } from './pseudo.ts'

/** The available languages; only English ships, the pseudo-language shows what did not come from a catalogue. */
export const LANGUAGES = ['en', 'pseudo'] as const
export type Language = (typeof LANGUAGES)[number]

const TEXTS: Record<Language, Texts> = {
  en: makeTexts((message) => message),
  pseudo: makeTexts(pseudo),
}

/**
 * Returns the texts of a person's language, for services: `const { t, plural } = textsFor(language)`. A service
 * writes texts for many people at once, so it has no language of its own; an e-mail uses its recipient's.
 *
 * A row stores a code and values, never the sentence, which is formatted when it is sent or shown. Write each
 * message as a literal in the call; `npm run texts:extract` then collects it into the service's `texts/en.json`.
 */
export function textsFor(language: Language): Texts {
  return TEXTS[language]
}
