/**
 * The texts of a page. Shell and slices bundle this module each, so the page's language is held by the
 * page itself: the shell sets it before it starts, and it stays until the page is reloaded.
 */
import { makeTexts } from './make-texts.ts'
import type { Translate } from './message.ts'

const PAGE = globalThis as { inkproofTranslate?: Translate }

/** Sets the language of the page. Without it the page is English. */
export function setPageLanguage(translate: Translate): void {
  PAGE.inkproofTranslate = translate
}

/** Gives a message that arrives as data and was marked by {@link msg} where it was written. */
export function translate(message: string, count?: number): string {
  return PAGE.inkproofTranslate?.(message, count) ?? message
}

/** The texts of the page, for what words in any language. */
export const pageTexts = makeTexts(translate)

/** See {@link Texts}. */
export const { t, plural } = pageTexts
