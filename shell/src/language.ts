/**
 * The language of the page. English texts are in the code; the texts of another language are fetched only for visitors
 * who use that language: see docs/decisions/texts-as-data.md.
 */
import type { PublishedSlice } from '@inkproof/slice'
import { chooseLanguage, LANGUAGE_KEY } from './choose-language.ts'
import { installIntegrity } from './slices/integrity.ts'

/** The page's language and the function that adds a translation file; undefined for English and the pseudo-language. */
let active: { language: string; addFile: (file: string) => Promise<void> } | undefined

/**
 * Sets the language of the page, before any module that uses texts is evaluated: the stored choice, otherwise the
 * browser's first language that is released, otherwise English. If the language's file cannot be loaded, the page is
 * English.
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
    else active = { language, addFile: await showLanguage(language, files[language] ?? '') }
  } catch {
    // The page stays English.
  }
}

/**
 * The language of the page; `en` also for the pseudo-language. Not read from `<html lang>`, which browsers' translation
 * tools change.
 */
export function pageLanguage(): string {
  return active?.language ?? 'en'
}

/** The languages that a visitor can choose: English, and those for which the shell has a translation file. */
export function releasedLanguages(): string[] {
  return ['en', ...Object.keys(releasedFiles())]
}

/** Stores the visitor's choice. It takes effect when the page is loaded again. */
export function storeChoice(language: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // The browser forbids storage: the language does not change.
  }
}

/** Loads a slice’s texts before its code is evaluated. Without them, the slice stays English. */
export async function loadTexts({ texts }: PublishedSlice): Promise<void> {
  const file = texts?.[pageLanguage()]?.file
  if (file !== undefined) await active?.addFile(file).catch(() => undefined)
}

/** The shell's own files by language. */
function releasedFiles(): Record<string, string> {
  return JSON.parse(document.getElementById('shell-texts')?.textContent ?? '{}')
}

function readChoice(): string {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? ''
  } catch {
    // The browser forbids storage: no choice is stored.
    return ''
  }
}
