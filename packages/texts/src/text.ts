/**
 * The texts of a page. The shell and the slices each bundle this module, so a global variable stores the language. The
 * shell sets it at startup, and it does not change until the page is reloaded.
 */
import { makeTexts } from './make-texts.ts'
import type { Translate } from './message.ts'

const PAGE = globalThis as { inkproofTranslate?: Translate }

/** Sets the language of the page. The default is English. */
export function setPageLanguage(translate: Translate): void {
  PAGE.inkproofTranslate = translate
}

/** Translates a message that is passed as data and was marked with {@link msg} where it was written. */
export function translate(message: string, count?: number): string {
  return PAGE.inkproofTranslate?.(message, count) ?? message
}

/** The text functions of the page, for code that works in any language. */
export const pageTexts = makeTexts(translate)

/** See {@link Texts}. */
export const { t, plural } = pageTexts
