import type { Translate } from './message.ts'

/**
 * A translated message: its text, or for the `other` form of a plural the forms of the language by their category
 * (`one`, `few`, `many`, …) as `Intl.PluralRules` names them.
 */
export type Translation = string | PluralTranslation

type PluralTranslation = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The content of a translation file, by the English message. */
export type Translations = Readonly<Record<string, Translation>>

/** Creates the translation into a language (BCP 47) from a map, which may grow later. Missing messages stay English. */
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
