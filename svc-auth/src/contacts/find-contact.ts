/** Finds how an account is named and reached, for other services. */
import type { accountContact, accountWallets, passkeyKey } from '@inkproof/protocol/internal'
import type { z } from 'zod'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { passkeyIdentity } from '../accounts/identities.ts'
import { requirePersonalWorkspace } from '../workspaces/create-workspace.ts'
import { findMember } from '../workspaces/members.ts'
import type { WorkspaceStore } from '../workspaces/workspace-store.ts'
import { toPasskeyJwk } from './cose-key.ts'

type Contact = z.core.output<typeof accountContact.response>['contact']

export type ContactDeps = {
  accounts: Pick<AccountStore, 'find' | 'findAccountId'>
  workspaces: WorkspaceStore
}

/** Accounts have no language setting; their e-mails are in English too. */
const LANGUAGE = 'en'

/** Returns null if the account does not exist, its deletion has started, or it is not a member of the workspace. */
export async function findContact(
  deps: ContactDeps,
  { accountId, workspaceId }: z.core.output<typeof accountContact.body>,
): Promise<Contact> {
  const account = await deps.accounts.find(accountId)
  if (!account || account.goneAt) return null
  const workspaceName = await findWorkspaceName(deps, account, workspaceId)
  if (workspaceName === undefined) return null
  return {
    email: account.email ?? null,
    isEmailConfirmed: account.emailConfirmedAt != null,
    firstName: account.firstName ?? null,
    lastName: account.lastName ?? null,
    language: LANGUAGE,
    workspaceName,
  }
}

/** Returns the addresses of an account's wallets, lower case; none if it does not exist, or its deletion has started. */
export async function findWallets(
  { accounts }: Pick<ContactDeps, 'accounts'>,
  { accountId }: z.core.output<typeof accountWallets.body>,
): Promise<string[]> {
  const account = await accounts.find(accountId)
  if (!account || account.goneAt) return []
  return account.wallets.map(({ address }) => address.toLowerCase())
}

/**
 * Returns the public key of a passkey; null if no account has it, that account is not the expected one, or its deletion has
 * started. An account is expected unless `accountId` is null.
 */
export async function findPasskey(
  { accounts }: Pick<ContactDeps, 'accounts'>,
  { accountId, credentialId }: z.core.output<typeof passkeyKey.body>,
): Promise<z.core.output<typeof passkeyKey.response>['passkey']> {
  const ownerId = await accounts.findAccountId(passkeyIdentity(credentialId))
  if (ownerId === undefined || (accountId !== null && ownerId !== accountId)) return null
  const owner = await accounts.find(ownerId)
  const passkey = owner?.passkeys.find(({ id }) => id === credentialId)
  if (!owner || owner.goneAt || !passkey) return null
  return { publicKey: toPasskeyJwk(passkey.publicKey) }
}

async function findWorkspaceName(
  { workspaces }: ContactDeps,
  account: AccountRow,
  workspaceId: string,
): Promise<string | undefined> {
  if (workspaceId === account.workspaceId)
    return (await requirePersonalWorkspace({ workspaces }, account)).name
  const workspace = await workspaces.find(workspaceId)
  return workspace && findMember(workspace, account._id) && workspace.name
}
