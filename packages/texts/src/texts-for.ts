/** The texts of a service in every language. Not for pages, because this module reads files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { makeTexts, type Texts } from './make-texts.ts'
import { pseudo } from './pseudo.ts'
import { createTranslate, type Translations } from './translation.ts'

/** A language that {@link LANGUAGES} lists. */
export type Language = string

const ENGLISH = makeTexts((message) => message)

const TEXTS = new Map<Language, Texts>([
  ['en', ENGLISH],
  ['pseudo', makeTexts(pseudo)],
  // The folder is next to a service's bundle; it does not exist in the sources.
  ...readTexts(new URL('texts/', import.meta.url)),
])

/** The available languages: English, the pseudo-language, and those into which this service is translated. */
export const LANGUAGES: readonly Language[] = [...TEXTS.keys()]

/**
 * Returns the texts of a user's language, for services: `const { t, plural } = textsFor(language)`. A service serves
 * users of many languages, and writes an e-mail in the recipient's language. Falls back to English for a language that
 * this release lacks, for example after a rollback.
 *
 * Store a code and its values, never the sentence: format the sentence when it is sent or shown. Write each message as
 * a literal in the call; `npm run texts:extract` then collects it into the service's `texts/en.json`.
 */
export function textsFor(language: Language): Texts {
  return TEXTS.get(language) ?? ENGLISH
}

/** Returns the language tag (BCP 47) of the texts that {@link textsFor} returns, for `<html lang>`. */
export function languageTag(language: Language): string {
  return language !== 'pseudo' && TEXTS.has(language) ? language : 'en'
}

/** Reads the `<language>.json` files of a folder. Returns an empty list if the folder does not exist. */
export function readTexts(folder: URL): [Language, Texts][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((file) => {
    const language = file.replace(/\.json$/, '')
    const text = readFileSync(new URL(file, folder), 'utf8')
    const translations = new Map(Object.entries(JSON.parse(text) as Translations))
    return [language, makeTexts(createTranslate(language, translations))]
  })
}
