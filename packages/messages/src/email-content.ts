/** An e-mail before it is formatted: text and HTML are made from the same content. */
export type EmailContent = {
  subject: string
  heading: string
  /** What happened, and what to do. */
  paragraphs: readonly string[]
  /** The one button. */
  action?: { label: string; url: string; note: string }
  /** When, where, on which device. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** What to do if it was someone else. */
  warning?: { text: string; label: string; url: string }
  /** Why the recipient receives it, in one sentence. */
  reason: string
}
