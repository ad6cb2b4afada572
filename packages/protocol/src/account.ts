/** The account as shown in its owner's settings. */
import * as z from 'zod/mini'

const Timestamp = z.iso.datetime()

/** The account's profile and sign-in methods. */
export const AccountView = z.strictObject({
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** EIP-55 addresses. */
  wallets: z.array(z.strictObject({ address: z.string(), addedAt: Timestamp })),
  passkeys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      addedAt: Timestamp,
      usedAt: z.nullable(Timestamp),
    }),
  ),
  /** Linked accounts of an identity provider (OpenID Connect). */
  providers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.nullable(z.string()),
      addedAt: Timestamp,
    }),
  ),
  /** When the authenticator app became required at sign-in; null if it is not required. */
  appAddedAt: z.nullable(Timestamp),
  recoveryCodesLeft: z.int().check(z.nonnegative()),
  /** When the account will be deleted, if the owner requested it. */
  deleteAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type AccountView = z.infer<typeof AccountView>
