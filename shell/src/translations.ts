/** What a language other than English needs: a file of its own, which English pages do not fetch. */
import { pseudo } from '@inkproof/texts/pseudo'
import { setPageLanguage } from '@inkproof/texts/text'
import { type Translation, type Translations, translateBy } from '@inkproof/texts/translation'
import { integrityFor } from './slices/integrity.ts'

const FETCH_DEADLINE_MS = 3000

/** Words the page in the pseudo-language, which needs no file. */
export function showPseudo(): void {
  setPageLanguage(pseudo)
}

/**
 * Words the page in a language, with the shell's own file. Returns the function that adds a slice's file.
 *
 * @throws Error if the file cannot be fetched as it was released; the page then stays English
 */
export async function showLanguage(
  language: string,
  ownFile: string,
): Promise<(file: string) => Promise<void>> {
  const known = new Map<string, Translation>()
  const add = async (file: string) => {
    for (const [message, translation] of Object.entries(await fetchTranslations(file))) {
      known.set(message, translation)
    }
  }
  await add(ownFile)
  setPageLanguage(translateBy(language, known))
  document.documentElement.lang = language
  return add
}

/** The second attempt bypasses the browser's cache, which may have stored a broken copy. */
async function fetchTranslations(file: string): Promise<Translations> {
  const signal = AbortSignal.timeout(FETCH_DEADLINE_MS)
  const options = { integrity: integrityFor(file), signal }
  const answer = await fetch(file, options).catch(() =>
    fetch(file, { ...options, cache: 'reload' }),
  )
  return (await answer.json()) as Translations
}
