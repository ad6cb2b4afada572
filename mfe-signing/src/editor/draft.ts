import type { Removable } from '@inkproof/pdf-signing/read-content'
import type { FieldType, Rectangle, TextFormat } from '@inkproof/protocol/envelope-fields'
import type { RecipientRole } from '@inkproof/protocol/recipient-roles'
import type { Reminders } from '@inkproof/protocol/start-envelope'
import type { Mark } from '../appearance/mark.ts'
import type { ChosenFile } from '../attachments/chosen-file.ts'

/** What the signer entered; the kind depends on the type of the field. A radio button is a `checkbox`. */
export type FieldValue =
  | { kind: 'text'; text: string }
  | { kind: 'checkbox'; isSelected: boolean }
  | { kind: 'signature'; signature: Mark }
  | { kind: 'attachment'; attachment: ChosenFile }

/** The ID of the sender as a recipient. */
export const ME = 'me'

/** When a field is shown: another one, of which this is the ID, has this value or does not have it. */
export type PlacedCondition = {
  /** Of a single choice: the ID of the answer. */
  field: string
  is: 'equals' | 'differs'
  /** `1` of a checkbox and an answer; an option of a drop-down list, empty while one has to be chosen. */
  value: string
}

/** The sender's settings of a field, apart from its type, place and recipient. */
export type PlacedSettings = {
  /** What is to be entered, as typed; the same for all buttons of a `radio` group. */
  label?: string
  /** Of a `dropdown`: the lines as typed, of which some may be empty. */
  options?: string[]
  /** Of a `text` or a `company`, and inclusive limits of a `number`. As typed; `NaN` if it is not a number. */
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  /** Of a `text`. */
  format?: TextFormat
  /** Of a `number`: how many decimal places it has. */
  decimals?: number
  /** Of a `date`: a day, `signing-day`, or empty while a day has to be chosen. */
  earliest?: string
  latest?: string
  /** Of another person's field: what it contains from the start, as typed; `1` of a `checkbox` and of a selected `radio`. */
  preset?: string
  /** Whether they cannot change that; the same for all buttons of a `radio` group. */
  isReadOnly?: boolean
  /** Of another person's field; the same for all buttons of a `radio` group. Without it, the field is always shown. */
  condition?: PlacedCondition
  /** Of a `radio` button: random; buttons with the same group are one question. */
  group?: string
}

/** A field on a page of the uploaded document. */
export type PlacedField = {
  /** Random, and only used in this browser. */
  id: string
  /** The ID of the recipient who fills it. */
  recipient: string
  type: FieldType
  /** Counts from 1. */
  page: number
  /** In points of the page's user space, before rotation. */
  rectangle: Rectangle
  required: boolean
  settings?: PlacedSettings
  /** Null until something was entered, and always in fields of other people. */
  value: FieldValue | null
}

/** A recipient as entered so far. The name of the sender is that of the draft, and their address that of the session. */
export type DraftRecipient = {
  /** {@link ME}, or random. */
  id: string
  name: string
  email: string
  role: RecipientRole
  /** Whether they act at the same time as the recipient before them. Only used if the draft has an order. */
  isWithPrevious: boolean
  /** Empty if there is none. */
  accessCode: string
  /** The days that a signer or approver has from their turn on; `NaN` if it is not a number. Absent without a deadline of their own. */
  answerWithinDays?: number
}

/** The digital signatures that a file already has, and whether further ones can be shown on its pages. */
export type SignedBefore = { signatures: number; canShow: boolean }

/** A document that is being prepared, as this browser stores it; its file is stored separately. */
export type Draft = {
  /** Of this format. Drafts of the first release have none; `migrate-draft.ts` converts them. */
  version: 2
  /** Becomes the ID of the envelope, so that a repeated upload creates one envelope. */
  id: string
  /** The account that owns the draft; null for a visitor's draft, which the next sign-in assigns to that account. */
  accountId: string | null
  addedAtMs: number
  fileName: string
  title: string
  signerName: string
  /** Whether only the sender signs. The recipients and their fields are kept meanwhile. */
  isOnlyMe: boolean
  /** The wallet of the account with which the sender signs alone, lower case; absent or null if they sign without one. */
  wallet?: string | null
  /** As `wallet`: the ID of a passkey of the account. */
  passkey?: string | null
  /** In the order in which they act if `isOrdered`. */
  recipients: DraftRecipient[]
  /** Whether recipients act one after the other. */
  isOrdered: boolean
  message: string
  expiresAfterDays: number
  reminders: Reminders | null
  fields: PlacedField[]
  /** Absent if the file has no signatures, and in drafts of earlier releases. */
  signedBefore?: SignedBefore
  /** The names of the office files that were converted. Absent if there are none, and in drafts of earlier releases. */
  convertedFrom?: string[]
  /** What the combined files contained and the document does not. Absent if there is nothing, and in drafts of earlier releases. */
  leftOut?: Removable[]
}

/** A recipient of a draft in which nothing is missing. */
export type ReadyRecipient = {
  id: string
  name: string
  /** Null for the sender. */
  email: string | null
  role: RecipientRole
  order: number
  accessCode: string | null
  answerWithinDays?: number
  /** Only for the sender: the wallet of their account with which they will sign, lower case. */
  wallet?: string
  /** As `wallet`: the ID of a passkey of their account. */
  passkey?: string
}

/** A draft in which nothing is missing. The sender's fields of the types `name` and `email` contain the sender's own. */
export type ReadyDraft = {
  envelopeId: string
  file: File
  title: string
  message: string
  expiresAfterDays: number
  reminders: Reminders | null
  recipients: ReadyRecipient[]
  /** In the order in which they are sent: those of the first signer, then those of the second, and so on. */
  fields: PlacedField[]
}

/** The default title: `Lease 2026` for `Lease 2026.pdf`. */
export function titleFor(fileName: string): string {
  return (fileName.replace(/\.pdf$/i, '') || fileName).slice(0, 200)
}
