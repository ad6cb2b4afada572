/** Values of a row as an e-mail may show them (docs/decisions/names-in-mails-are-no-links.md). */
import { parseMailbox } from './mailbox-address.ts'

/** Longer values make an e-mail unreadable. */
export const LONGEST_VALUE = 120
/** Enough for a name, too little for a message. */
const LONGEST_NAME = 60

/**
 * Returns a value by its name; `otherwise` where the row has none. A value that a user chose is cut to fit a
 * subject, unless there is room for `longest` characters.
 */
export type SafeValue = (name: string, otherwise: string, longest?: number) => string

/**
 * Makes the values of a row safe to send to anyone.
 *
 * @param trusted names of values that the service itself determined or validated; every other value may be
 * text that a user chose, so no mail program may turn it into a link
 */
export function safeValuesOf(
  values: Readonly<Record<string, string | undefined>>,
  trusted: readonly string[] = [],
): SafeValue {
  return (name, otherwise, longest) => {
    const value = values[name] ?? ''
    return (trusted.includes(name) ? toOneLine(value) : withoutLinks(value, longest)) || otherwise
  }
}

/** Mail programs make links around these characters, plain or full-width, where no space follows. */
const JOINTS = /([.:@/\\\u3002\uff0e\uff61\uff0f\uff1a\uff20])(?=\S)/gu

/**
 * Formats a name that a user chose as one short line of which no mail program makes a link: each character
 * that could join the parts of one is followed by a space, as in `Dr. Smith`.
 */
function withoutLinks(value: string, longest = LONGEST_NAME): string {
  const line = toOneLine(value)
  // A bare address of one mailbox identifies users without a name; it leads to no page.
  if (parseMailbox(line) !== undefined) return line
  return toOneLine(line.replace(JOINTS, '$1 '), longest)
}

/** One short line: with a line break, a user could write an e-mail of their own. */
function toOneLine(value: string, longest = LONGEST_VALUE): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
