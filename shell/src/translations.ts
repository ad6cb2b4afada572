/** Code for languages other than English, in a separate chunk that English pages do not fetch. */
import { pseudo } from '@inkproof/texts/pseudo'
import { setPageLanguage } from '@inkproof/texts/text'
import { createTranslate, type Translation, type Translations } from '@inkproof/texts/translation'
import { integrityFor } from './slices/integrity.ts'

const FETCH_TIMEOUT_MS = 3000

/** Shows the page in the pseudo-language, which needs no file. */
export function showPseudo(): void {
  setPageLanguage(pseudo)
}

/**
 * Translates the page with the shell's translation file. Returns the function that adds a slice's translation file.
 *
 * @throws Error if the file cannot be fetched as it was released; the page then stays English
 */
export async function showLanguage(
  language: string,
  shellFile: string,
): Promise<(file: string) => Promise<void>> {
  const translations = new Map<string, Translation>()
  const add = async (file: string) => {
    for (const [message, translation] of Object.entries(await fetchTranslations(file))) {
      translations.set(message, translation)
    }
  }
  await add(shellFile)
  setPageLanguage(createTranslate(language, translations))
  document.documentElement.lang = language
  return add
}

/** Fetches a translation file. A second attempt bypasses the browser's cache, which may have stored a broken copy. */
async function fetchTranslations(file: string): Promise<Translations> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  const options = { integrity: integrityFor(file), signal }
  const response = await fetch(file, options).catch(() =>
    fetch(file, { ...options, cache: 'reload' }),
  )
  return (await response.json()) as Translations
}
