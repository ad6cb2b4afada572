import type { Translate } from './message.ts'

/**
 * A translated message: either a text or, only for the `other` form of an English plural, the language's plural forms
 * by category (`one`, `few`, `many`, …), as `Intl.PluralRules` names them.
 */
export type Translation = string | PluralTranslation

type PluralTranslation = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The content of a translation file: the translations by English message. */
export type Translations = Readonly<Record<string, Translation>>

/**
 * Creates the function that translates into a language (BCP 47). Translations may be added to the map afterwards.
 * Messages without a translation stay English.
 */
export function createTranslate(
  language: string,
  translations: ReadonlyMap<string, Translation>,
): Translate {
  const rules = new Intl.PluralRules(language)
  return (message, count = 0) => {
    const found = translations.get(message)
    if (found === undefined || typeof found === 'string') return found ?? message
    return found[rules.select(count)] ?? found.other
  }
}
