import type { AccountRow } from './account.model.ts'

/** What the verbs of accounts need from the database. */
export type Accounts = {
  /** The account id the identity leads to: the given one, or the one that was there. */
  claimIdentity(identity: string, accountId: string, now: Date): Promise<string>
  /** False when an account with that id exists. */
  insert(account: AccountRow): Promise<boolean>
  findIdentity(identity: string): Promise<string | undefined>
  find(accountId: string): Promise<AccountRow | undefined>
}
