/** What the sender of a signing request enters, and starts it with. */
import * as z from 'zod/mini'
import { Email } from './email-address.ts'
import { FieldRequest, MAX_FIELDS } from './envelope-fields.ts'
import { CredentialId } from './passkey-keys.ts'
import { findLinesProblem, lineText } from './plain-text.ts'
import { RecipientRole } from './recipient-roles.ts'

/** Maximum number of recipients of a signing request. */
export const MAX_RECIPIENTS = 50

/** A code that the sender tells a recipient by other means. Compared without regard to case and spaces around it. */
export const AccessCode = lineText(64).check(z.minLength(4))

/** Until when a request or a recipient has time, in days. */
const DeadlineDays = z.int().check(z.gte(1), z.lte(90))

/** Address of a wallet. */
export const WalletAddress = z
  .string()
  .check(z.regex(/^0x[\da-f]{40}$/, 'expected an address in lower case'))

/** A recipient as the sender enters them. */
export const RecipientRequest = z.strictObject({
  /** Name of the person, as it will be in the digital ID. */
  name: lineText(100),
  /** Null for the sender, who acts in their own session; at most one recipient. */
  email: z.nullable(Email),
  role: RecipientRole,
  /** Recipients with a lower number act first; those with the same number in any order. */
  order: z.int().check(z.gte(1), z.lte(MAX_RECIPIENTS)),
  accessCode: z.nullable(AccessCode),
  /**
   * How many days a signer or approver has, counted from their turn, at most as many as the request has. The request expires for
   * everyone if they have not acted by then. Absent if they have as long as the request; not for the sender.
   */
  answerWithinDays: z.optional(DeadlineDays),
  /**
   * Only for the sender: a wallet of their account with which they will sign. The request names its key, so that a reader of the
   * signed document sees that it was known before.
   */
  wallet: z.exactOptional(WalletAddress),
  /** Like `wallet`: the ID of a passkey of the sender's account. */
  passkey: z.exactOptional(CredentialId),
})
export type RecipientRequest = z.infer<typeof RecipientRequest>

/** When recipients who have not acted are reminded, in days after their invitation and after each reminder. */
export const Reminders = z.strictObject({
  firstAfterDays: z.int().check(z.gte(1), z.lte(30)),
  repeatAfterDays: z.int().check(z.gte(1), z.lte(30)),
})
export type Reminders = z.infer<typeof Reminders>

/** A message of the sender: several lines, or empty. */
export const EnvelopeMessage = z.string().check(
  z.maxLength(2_000),
  z.refine((text) => text === '' || findLinesProblem(text) === undefined, {
    error: 'expected text without invisible characters and without empty lines in a row',
  }),
)

/**
 * POST /envelopes/:id/start. Each signer has exactly one field of the type `signature`; other roles have no fields. In a
 * document that was signed before, there are no other fields, and none at all if signatures cannot be shown.
 */
export const StartEnvelopeRequest = z.strictObject({
  title: lineText(200),
  message: EnvelopeMessage,
  expiresAfterDays: DeadlineDays,
  reminders: z.nullable(Reminders),
  recipients: z.array(RecipientRequest).check(z.minLength(1), z.maxLength(MAX_RECIPIENTS)),
  fields: z.array(FieldRequest).check(z.maxLength(MAX_FIELDS)),
})
export type StartEnvelopeRequest = z.infer<typeof StartEnvelopeRequest>
