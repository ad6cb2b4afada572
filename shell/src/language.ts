/**
 * The language of the page. English is in the code; what another language needs is fetched only for visitors who
 * use it: see docs/decisions/texts-as-data.md.
 */
import type { PublishedSlice } from '@inkproof/slice'
import { installIntegrity } from './slices/integrity.ts'

/** The storage key of the chosen language. */
const LANGUAGE_KEY = 'inkproof_language'

/** The language of the page and the function that adds a file of translations to it; undefined while it is English. */
let shown: { language: string; addFile: (file: string) => Promise<void> } | undefined

/**
 * Sets the language of the page, before any module that uses texts is evaluated: the stored choice, otherwise the
 * browser's first language that is released, otherwise English. If its files cannot be loaded, the page is English.
 */
export async function applyLanguage(): Promise<void> {
  const files = releasedFiles()
  const language = chooseLanguage([readChoice(), ...navigator.languages], Object.keys(files))
  if (language === 'en') return
  try {
    // The frame, which installs all hashes, starts later.
    installIntegrity({ slices: [] })
    const { showPseudo, showLanguage } = await import('./translations.ts')
    if (language === 'pseudo') showPseudo()
    else shown = { language, addFile: await showLanguage(language, files[language] ?? '') }
  } catch {
    // English needs nothing.
  }
}

/** The language of the page. Not read from `<html lang>`, which translation tools of browsers change. */
export function pageLanguage(): string {
  return shown?.language ?? 'en'
}

/** Returns the first wanted language that is released, also by its language alone: `de` for `de-AT`. */
export function chooseLanguage(wanted: readonly string[], released: readonly string[]): string {
  const known = ['en', 'pseudo', ...released]
  const tags = wanted.flatMap((tag) => [tag, tag.replace(/-.*/, '')])
  return tags.find((tag) => known.includes(tag)) ?? 'en'
}

/** The languages that a visitor can choose from; a language without a file of the shell is none of them. */
export function releasedLanguages(): string[] {
  return ['en', ...Object.keys(releasedFiles())]
}

/** Stores the visitor's choice. It takes effect when the page is loaded again. */
export function storeChoice(language: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // The browser forbids storage: the next page is in the same language as this one.
  }
}

/** Loads the texts of a slice in the page's language, before its code words anything. Without them it is English. */
export async function loadTexts({ texts }: PublishedSlice): Promise<void> {
  const file = texts?.[pageLanguage()]?.file
  if (file !== undefined) await shown?.addFile(file).catch(() => undefined)
}

/** The shell's own files by language. */
function releasedFiles(): Record<string, string> {
  return JSON.parse(document.getElementById('shell-texts')?.textContent ?? '{}')
}

function readChoice(): string {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? ''
  } catch {
    // The browser forbids storage: nothing was chosen.
    return ''
  }
}
