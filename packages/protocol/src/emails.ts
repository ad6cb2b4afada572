/**
 * A forgotten password, and the e-mail address of an account.
 *
 * Links carry their token behind `#`, so that it is in no server's log.
 */
import * as z from 'zod/mini'
import { Email, VerificationToken } from './auth.ts'
import { SentMail } from './mail.ts'

const Token = z.string().check(z.minLength(1), z.maxLength(200))

/** Whose password is forgotten. */
export const ForgotPasswordRequest = z.strictObject({
  email: Email,
  turnstileToken: z.optional(VerificationToken),
})
export type ForgotPasswordRequest = z.infer<typeof ForgotPasswordRequest>

/** The secret of a mailed link: `/reset-password#<token>`. */
export const LinkToken = z.strictObject({ token: Token })
export type LinkToken = z.infer<typeof LinkToken>

/** Whose password a reset link sets, for the person and their password manager. */
export const ResetLink = z.strictObject({ email: z.string(), expiresAt: z.iso.datetime() })
export type ResetLink = z.infer<typeof ResetLink>

/** The secret of a reset link, and the password that it sets. */
export const ResetPasswordRequest = z.strictObject({
  token: Token,
  password: z.string().check(z.maxLength(1024)),
})
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>

/** The address that is to be the account’s. */
export const ChangeEmailRequest = z.strictObject({ email: Email })
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>

/** The address of an account, and what is under way with it. */
export const EmailSettings = z.strictObject({
  email: z.nullable(z.string()),
  confirmed: z.boolean(),
  /** The mail with the link that confirms the address, where one was sent lately. */
  confirmation: z.nullable(SentMail),
  /** The change that waits for its confirmation. */
  pending: z.nullable(
    z.strictObject({ email: z.string(), expiresAt: z.iso.datetime(), mail: SentMail }),
  ),
})
export type EmailSettings = z.infer<typeof EmailSettings>

/** What a mailed link about an address does: `#<kind>=<token>` behind /user-profile. */
export const EmailLinkKind = z.enum(['confirm-email', 'change-email', 'undo-email'])
export type EmailLinkKind = z.infer<typeof EmailLinkKind>

/** What the e-mail said the link does, and its secret. */
export const EmailLinkRequest = z.strictObject({ kind: EmailLinkKind, token: Token })
export type EmailLinkRequest = z.infer<typeof EmailLinkRequest>

/** What a mailed link about an address does, or has just done. */
export const EmailLink = z.strictObject({
  kind: EmailLinkKind,
  /** The address that is confirmed, that is used from now on, or that stays. */
  email: z.string(),
  /** The address an undo takes away. */
  instead: z.nullable(z.string()),
  /** Of an undo: the change has happened, so the account uses `instead` now. */
  changed: z.optional(z.boolean()),
})
export type EmailLink = z.infer<typeof EmailLink>
