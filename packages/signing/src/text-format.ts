/**
 * The formats to which a text can be limited. They are few and fixed, because every verifier must decide in the same way, and
 * in time proportional to the length of a text. None of them allows several lines.
 */
import type { TextFormat } from './validation.ts'

/** Whether a text has a format. */
export function hasFormat(format: TextFormat, text: string): boolean {
  return PATTERNS[format].test(text)
}

/** Returns how long a text of a format is at least, in UTF-16 code units. */
export function shortestOf(format: TextFormat): number {
  return SHORTEST[format]
}

/**
 * - `email`: a local part, `@`, and a domain of at least two labels. Whether it exists is not checked.
 * - `phone`: 3 to 15 digits (ITU-T E.164, section 6.1), perhaps after a plus, with spaces and `( ) . / -` between them
 * - `url`: a domain of at least two labels, perhaps after `http://` or `https://` and before a port, path, query or fragment
 * - `letters`: words of letters of any script, with one space between them
 * - `digits`: `0` to `9`
 */
const PATTERNS: Readonly<Record<TextFormat, RegExp>> = {
  email: /^[^\s@\p{C}]{1,64}@(?:[\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}\d-]{2,}$/u,
  phone: /^(?=(?:\D*\d){3,15}\D*$)\+?[\d ()./-]+$/,
  url: /^(?:https?:\/\/)?(?:[\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}\d-]{2,}(?::\d{1,5})?(?:[/?#][^\s\p{C}]*)?$/iu,
  letters: /^\p{L}[\p{L}\p{M}]*(?: [\p{L}\p{M}]+)*$/u,
  digits: /^\d+$/,
}

const SHORTEST: Readonly<Record<TextFormat, number>> = {
  email: 6,
  phone: 3,
  url: 4,
  letters: 1,
  digits: 1,
}
