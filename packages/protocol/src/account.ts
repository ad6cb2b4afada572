/**
 * The account as its owner's settings show it.
 *
 * | call | answer |
 * |---|---|
 * | GET /api/auth/account | {@link AccountView} |
 */
import { z } from 'zod'

const At = z.iso.datetime()

/** GET /api/auth/account: who the account is of, and every way into it. */
export const AccountView = z.strictObject({
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  hasPassword: z.boolean(),
  /** EIP-55 addresses. */
  wallets: z.array(z.strictObject({ address: z.string(), addedAt: At })),
  passkeys: z.array(
    z.strictObject({ id: z.string(), name: z.string(), addedAt: At, usedAt: At.nullable() }),
  ),
  /** Accounts of outside providers (OpenID Connect). */
  providers: z.array(
    z.strictObject({ id: z.string(), name: z.string(), email: z.string().nullable(), addedAt: At }),
  ),
  /** Since when an authenticator app is asked for at sign-in; null while none is. */
  appAddedAt: At.nullable(),
  recoveryCodesLeft: z.number().int().nonnegative(),
  /** When the account goes, where its owner has asked for that. */
  deleteAt: At.nullable(),
  createdAt: At,
})
export type AccountView = z.infer<typeof AccountView>
