/** The account as its owner's settings show it. */
import * as z from 'zod/mini'

const At = z.iso.datetime()

/** Whom the account belongs to, and every way to sign in to it. */
export const AccountView = z.strictObject({
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** EIP-55 addresses. */
  wallets: z.array(z.strictObject({ address: z.string(), addedAt: At })),
  passkeys: z.array(
    z.strictObject({ id: z.string(), name: z.string(), addedAt: At, usedAt: z.nullable(At) }),
  ),
  /** Accounts of outside providers (OpenID Connect). */
  providers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.nullable(z.string()),
      addedAt: At,
    }),
  ),
  /** Since when an authenticator app is asked for at sign-in; null while none is. */
  appAddedAt: z.nullable(At),
  recoveryCodesLeft: z.int().check(z.nonnegative()),
  /** When the account goes, where its owner has asked for that. */
  deleteAt: z.nullable(At),
  createdAt: At,
})
export type AccountView = z.infer<typeof AccountView>
