/**
 * The exact forms of a cross-reference table and a trailer. Whoever wrote the file can make them as long as the file, so all take
 * time in proportion to their length, and no stack: regular expressions match only one entry at a time.
 */
import { isWhiteSpace } from './characters.ts'

const START = /xref *(?:\r\n|\r|\n)/y
const SUBSECTION = /\d{1,10} \d{1,10} *(?:\r\n|\r|\n)/y
const ENTRY = /\d{10} \d{5} [nf](?: \r| \n|\r\n)/y

/** Whether a text is a table with entries of exactly 20 bytes, without comments or other white space than that of ISO 32000-2, 7.5.4. */
export function isStrictTable(text: string): boolean {
  let position = endOf(START, text, 0)
  let allowed = [SUBSECTION]
  for (let next = position; next !== null; ) {
    position = next
    next =
      allowed.map((item) => endOf(item, text, position ?? 0)).find((end) => end !== null) ?? null
    allowed = [ENTRY, SUBSECTION]
  }
  return position !== null && text.length === position + TRAILER.length && text.endsWith(TRAILER)
}

const TRAILER = 'trailer'

function endOf(pattern: RegExp, text: string, position: number): number | null {
  pattern.lastIndex = position
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Returns a text without the white space at its end. */
export function withoutSpaceAtEnd(text: string): string {
  let end = text.length
  while (isWhiteSpace(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether there is a `%` outside strings. A string without an end, where the text was cut, counts as none. */
export function hasComment(text: string): boolean {
  let [depth, start] = [0, 0]
  for (let position = 0; position < text.length; position++) {
    const character = text[position]
    if (character === '%' && depth === 0) return true
    if (character === '(' && depth === 0) start = position
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === '\\' && depth > 0) position++
  }
  return depth > 0 && text.includes('%', start)
}
