import { pseudo } from '@inkproof/texts/pseudo'
import { setPageLanguage } from '@inkproof/texts/text'

/** Where the browser keeps the language it was told to show: see docs/decisions/texts-as-data.md. */
const LANGUAGE_KEY = 'inkproof_language'

/** Sets the language of the page, before any module that words texts is evaluated. English needs nothing. */
export function applyLanguage(): void {
  if (readLanguage() === 'pseudo') setPageLanguage(pseudo)
}

function readLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    // The browser refuses storage: nothing was chosen.
    return null
  }
}
