/** The content of an e-mail, from which both its plain text and its HTML are rendered. */
export type EmailContent = {
  subject: string
  heading: string
  /** What happened, and what to do. */
  paragraphs: readonly string[]
  /** The only button. */
  action?: { label: string; url: string; note: string }
  /** Time, location and device of the event. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Advice in case someone else caused the event. */
  warning?: { text: string; label: string; url: string }
  /** Why the recipient receives the e-mail, in one sentence. */
  reason: string
}

/** The sender's workspace, which the e-mail shows in addition. The e-mail still comes from Inkproof, and says so. */
export type EmailBrand = {
  name: string
  /** A PNG that is sent along, so that opening the e-mail loads nothing. */
  logo: { png: Uint8Array; width: number; height: number } | null
  /** `#rrggbb`, for the button. */
  color: string | null
  links: readonly { label: string; url: string }[]
}
