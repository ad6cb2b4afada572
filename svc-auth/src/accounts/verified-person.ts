/** Which accounts are verified. On a public origin, only these can create certificates (svc-documents). */
import type { AccountStore } from './account-store.ts'
import type { AccountRow } from './accounts.model.ts'

type Evidence = Pick<AccountRow, 'emailConfirmedAt' | 'humanVerifiedAt' | 'providers'>

/**
 * Whether an account's address is confirmed, its owner has solved a human verification, or an external sign-in provider,
 * which decides who may have an account there, is linked.
 */
export function isVerifiedPerson(account: Evidence): boolean {
  const { emailConfirmedAt, humanVerifiedAt, providers } = account
  return emailConfirmedAt != null || humanVerifiedAt != null || providers.length > 0
}

/** Stores that the owner of an account has solved a human verification. Returns the account as it is now. */
export async function recordHumanVerification(
  { accounts, now }: { accounts: Pick<AccountStore, 'change'>; now: () => Date },
  account: AccountRow,
): Promise<AccountRow> {
  if (account.humanVerifiedAt != null) return account
  return accounts.change(account._id, (current) =>
    current.humanVerifiedAt == null ? { humanVerifiedAt: now() } : {},
  )
}
