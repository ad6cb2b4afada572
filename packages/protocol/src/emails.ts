/**
 * Requests and responses for the e-mail address of an account, and for resetting a forgotten password.
 *
 * Links contain their token after `#`, so that it never appears in a server log.
 */
import * as z from 'zod/mini'
import { VerificationToken } from './auth.ts'
import { Email } from './email-address.ts'
import { SentEmail } from './mail.ts'

const Token = z.string().check(z.minLength(1), z.maxLength(200))

/** The account whose password was forgotten. */
export const ForgotPasswordRequest = z.strictObject({
  email: Email,
  turnstileToken: z.optional(VerificationToken),
})
export type ForgotPasswordRequest = z.infer<typeof ForgotPasswordRequest>

/** The secret of a mailed link: `/reset-password#<token>`. */
export const LinkToken = z.strictObject({ token: Token })
export type LinkToken = z.infer<typeof LinkToken>

/** The account that a reset link is for, shown to the user and their password manager. */
export const ResetLink = z.strictObject({ email: z.string(), expiresAt: z.iso.datetime() })
export type ResetLink = z.infer<typeof ResetLink>

/** The secret of a reset link, and the new password. */
export const ResetPasswordRequest = z.strictObject({
  token: Token,
  password: z.string().check(z.maxLength(1024)),
})
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>

/** The new address of the account. */
export const ChangeEmailRequest = z.strictObject({ email: Email })
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>

/** The address of an account and its pending changes. */
export const EmailSettings = z.strictObject({
  email: z.nullable(z.string()),
  confirmed: z.boolean(),
  /** The recent e-mail with the link that confirms the address, if any. */
  confirmation: z.nullable(SentEmail),
  /** An e-mail change that is not confirmed yet. */
  pending: z.nullable(
    z.strictObject({ email: z.string(), expiresAt: z.iso.datetime(), mail: SentEmail }),
  ),
})
export type EmailSettings = z.infer<typeof EmailSettings>

/** The kinds of mailed links about an address: `#<kind>=<token>` on /user-profile. */
export const EmailLinkKind = z.enum(['confirm-email', 'change-email', 'undo-email'])
export type EmailLinkKind = z.infer<typeof EmailLinkKind>

/** The kind and secret of a mailed link. */
export const EmailLinkRequest = z.strictObject({ kind: EmailLinkKind, token: Token })
export type EmailLinkRequest = z.infer<typeof EmailLinkRequest>

/** What an e-mailed link about an address will do, or has just done. */
export const EmailLink = z.strictObject({
  kind: EmailLinkKind,
  /** The address that the link confirms, changes to, or restores. */
  email: z.string(),
  /** For an undo: the new address, which the undo replaces with `email`. Otherwise null. */
  instead: z.nullable(z.string()),
  /** For an undo: whether the change has already taken effect, so that the account currently uses `instead`. */
  changed: z.optional(z.boolean()),
})
export type EmailLink = z.infer<typeof EmailLink>
