import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Takes back every reset link of an account that was asked for until then. A reset belongs to the address
 * it was asked for, since asking does not look whether there is an account.
 */
export async function withdrawResets(
  tokens: Pick<Tokens, 'withdraw'>,
  { email }: Pick<AccountRow, 'email'>,
  until: Date,
): Promise<void> {
  if (email) await tokens.withdraw('reset', emailIdentity(email), until)
}
