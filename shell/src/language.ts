import { pseudo } from '@inkproof/texts/pseudo'
import { setPageLanguage } from '@inkproof/texts/text'

/** The storage key of the chosen language: see docs/decisions/texts-as-data.md. */
const LANGUAGE_KEY = 'inkproof_language'

/** Sets the language of the page, before any module that uses texts is evaluated. English needs nothing. */
export function applyLanguage(): void {
  if (readLanguage() === 'pseudo') setPageLanguage(pseudo)
}

function readLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    // The browser forbids storage: nothing was chosen.
    return null
  }
}
