import { mailboxOf } from './mailbox-address.ts'

/** A mail before it has a form: the same words become text and HTML. */
export type Letter = {
  subject: string
  heading: string
  /** What happened, and what to do. */
  paragraphs: readonly string[]
  /** The one thing to press. */
  action?: { label: string; url: string; note: string }
  /** When, where, with which device. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** What to do if it was somebody else. */
  warning?: { text: string; label: string; url: string }
  /** Why the reader gets this. */
  reason: string
}

/** Longer values of others make a mail unreadable. */
export const LONGEST_VALUE = 120
/** Enough for a name, too little for a message. */
const LONGEST_NAME = 60

/**
 * What an event or a token says, by its name; `otherwise` where it says nothing. A name is cut to fit a
 * subject, unless there is room for `longest` characters.
 */
export type Value = (name: string, otherwise: string, longest?: number) => string

/** What the service itself has found or checked; everything else may be words that somebody chose. */
const OURS = new Set(['address', 'deleteAt', 'email', 'from', 'to'])

/** The values of an event or a token, fit for a mail to anybody. */
export function valuesOf(data: Readonly<Record<string, string | undefined>>): Value {
  return (name, otherwise, longest) => {
    const value = data[name] ?? ''
    return (OURS.has(name) ? oneLine(value) : withoutLinks(value, longest)) || otherwise
  }
}

/** Mail programs make links of these signs, by themselves or written wide, where no space follows. */
const JOINTS = /([.:@/\\\u3002\uff0e\uff61\uff0f\uff1a\uff20])(?=\S)/gu

/**
 * A name as somebody chose it, in one short line of which no mail program makes a link: each sign that
 * could join the parts of one has a space behind it, as in `Dr. Smith`.
 */
export function withoutLinks(value: string, longest = LONGEST_NAME): string {
  const line = oneLine(value)
  // A bare address of one mailbox is how people without a name are known; it leads to no page.
  if (mailboxOf(line) !== undefined) return line
  return oneLine(line.replace(JOINTS, '$1 '), longest)
}

/** Values that people chose, as one short line: a line break would let them write a mail of their own. */
export function oneLine(value: string, longest = LONGEST_VALUE): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}

const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** `November 21, 2026 at 7:30 PM UTC`: the reader's own zone is not known. */
export function timeInWords(at: Date): string {
  return `${TIME.format(at)} UTC`
}
