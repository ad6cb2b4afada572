/** Values of a row in a form that is safe to show in an e-mail (docs/decisions/user-names-in-emails.md). */
import { parseMailbox } from './mailbox-address.ts'

/** Longer values make an e-mail unreadable. */
export const MAX_VALUE_LENGTH = 120
/** Long enough for a name, too short for a message. */
const MAX_NAME_LENGTH = 60

/**
 * Returns a value by its name, or `fallback` if the row does not have it. A value chosen by a user is truncated to fit
 * a subject line, unless `maxLength` allows more characters.
 */
export type SafeValue = (name: string, fallback: string, maxLength?: number) => string

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
  return (name, fallback, maxLength) => {
    const value = values[name] ?? ''
    return (trusted.includes(name) ? toOneLine(value) : withoutLinks(value, maxLength)) || fallback
  }
}

/** Mail programs turn text around these characters, plain or full-width, into links if no space follows. */
const LINK_CHARACTERS = /([.:@/\\\u3002\uff0e\uff61\uff0f\uff1a\uff20])(?=\S)/gu

/**
 * Formats a user-chosen name as one short line that no mail program turns into a link: each character that could
 * join the parts of a link is followed by a space, as in `Dr. Smith`.
 */
function withoutLinks(value: string, maxLength = MAX_NAME_LENGTH): string {
  const line = toOneLine(value)
  // An e-mail address is shown unchanged: it identifies users without a name, and mail programs link it to no page.
  if (parseMailbox(line) !== undefined) return line
  return toOneLine(line.replace(LINK_CHARACTERS, '$1 '), maxLength)
}

/** Returns one short line, because with line breaks a user could add text to the e-mail. */
function toOneLine(value: string, maxLength = MAX_VALUE_LENGTH): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
