/**
 * Names, titles and notes that people read: each service checks them by these rules.
 *
 * A text is in Unicode normalization form C, trimmed, without control, invisible or direction characters, without
 * spaces as padding, and has a visible character. Joiners, variation selectors and tags are allowed where a script or
 * an emoji needs them. For requests only: texts stored by earlier releases may not follow the rules.
 */
import { cleanLine, normalizeLine, replaceUnsafe } from '@inkproof/texts/unsafe-characters'
import * as z from 'zod/mini'

/** A character that is visible by itself, or nothing at all, which the minimum length rejects. */
const VISIBLE_OR_EMPTY = /^$|[^\p{Mark}\p{Separator}\p{Format}]/u

const UNSAFE = 'expected one line, without tabs, invisible characters or other control characters'
const BLANK = 'expected at least one visible character'

const isSafe = (text: string) => replaceUnsafe(text, '') === text

/** A text of one line and 1 to `maxLength` characters. Is normalized: composed characters, single spaces, trimmed. */
// @__NO_SIDE_EFFECTS__
export const lineText = (maxLength: number) =>
  z
    .string()
    .check(
      z.overwrite(normalizeLine),
      z.minLength(1),
      z.maxLength(maxLength),
      z.refine(isSafe, UNSAFE),
      z.regex(VISIBLE_OR_EMPTY, BLANK),
    )

/**
 * The name of a file, as its user's system spells it: cleaned instead of rejected, because it is only shown and
 * renaming a file to certify it would not help anyone. At most `maxLength` characters.
 */
// @__NO_SIDE_EFFECTS__
export const fileNameText = (maxLength: number) =>
  z
    .string()
    .check(
      z.regex(/^\P{Surrogate}*$/u, 'expected well-formed text'),
      z.maxLength(maxLength),
      z.overwrite(cleanLine),
      z.minLength(1),
      z.regex(VISIBLE_OR_EMPTY, BLANK),
    )

/**
 * Returns why a text of one line cannot be committed to; undefined if it can. The text is already hashed, so it is
 * rejected instead of normalized.
 */
export function findLineProblem(text: string): string | undefined {
  if (!isSafe(text)) return UNSAFE
  if (!VISIBLE_OR_EMPTY.test(text)) return BLANK
  if (normalizeLine(text) === text) return undefined
  return 'expected text in Unicode normalization form C, without leading, trailing or repeated spaces'
}

/** Like {@link findLineProblem}, for a text of several lines, separated by U+000A. */
export function findLinesProblem(text: string): string | undefined {
  const problems = text.split('\n').map((line) => (line === '' ? undefined : findLineProblem(line)))
  if (!/^\n|\n{3}|\n$/.test(text)) return problems.find((problem) => problem !== undefined)
  return 'expected no empty lines at the beginning and the end, and no two in a row'
}
