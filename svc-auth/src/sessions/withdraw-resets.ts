import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Withdraws every reset link of an account that was requested up to `until`. Reset links are stored by address,
 * because requesting one does not look up the account.
 */
export async function withdrawResets(
  tokens: Pick<Tokens, 'withdraw'>,
  { email }: Pick<AccountRow, 'email'>,
  until: Date,
): Promise<void> {
  if (email) await tokens.withdraw('reset', emailIdentity(email), until)
}
