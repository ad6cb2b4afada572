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
const LONGEST_VALUE = 120

/** Values that people chose, as one short line: a line break would let them write a mail of their own. */
export function oneLine(value: string): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line
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
