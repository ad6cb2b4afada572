/** People's accounts, which svc-auth keeps. */
import {
  accountContact,
  accountWallets,
  consumeQuota,
  passkeyKey,
} from '@inkproof/protocol/internal'
import { AppError } from '@inkproof/service-kit/app-error'
import type { ServiceClient } from '@inkproof/service-kit/service-client'
import type { z } from 'zod'

/** How an account is named and reached. */
export type Contact = NonNullable<z.core.output<typeof accountContact.response>['contact']>

/**
 * Returns the public key of a passkey, null in `publicKey` if it is of a kind that cannot sign documents; null if no account has the
 * passkey, or not the one with this ID.
 *
 * @throws AppError UNAVAILABLE while svc-auth is unreachable
 */
export type FindPasskey = (
  credentialId: string,
  accountId: string | null,
) => Promise<z.core.output<typeof passkeyKey.response>['passkey']>

export type Accounts = {
  /**
   * Returns null if there is no such account in the workspace.
   *
   * @throws AppError UNAVAILABLE while svc-auth is unreachable
   */
  contact(accountId: string, workspaceId: string): Promise<Contact | null>
  /**
   * Returns the addresses of an account's wallets, lower case with 0x.
   *
   * @throws AppError UNAVAILABLE while svc-auth is unreachable
   */
  wallets(accountId: string): Promise<string[]>
  passkey: FindPasskey
  /**
   * Counts a signing request towards the quota of its workspace, once, however often this is repeated.
   *
   * @throws AppError MONTHLY_QUOTA_USED; UNAVAILABLE while svc-auth is unreachable
   */
  consumeQuota(workspaceId: string, envelopeId: string): Promise<void>
}

export function createAccounts(services: ServiceClient): Accounts {
  return {
    contact: async (accountId, workspaceId) => {
      const body = { accountId, workspaceId }
      return (await services.call('svc-auth', accountContact, body)).contact
    },
    wallets: async (accountId) =>
      (await services.call('svc-auth', accountWallets, { accountId })).wallets,
    passkey: async (credentialId, accountId) =>
      (await services.call('svc-auth', passkeyKey, { credentialId, accountId })).passkey,
    consumeQuota: async (workspaceId, subject) => {
      const use = { workspaceId, kind: 'signing-request', subject } as const
      const { isWithin, quota } = await services.call('svc-auth', consumeQuota, use)
      if (isWithin) return
      const waitMs = new Date(quota.resetsAt).getTime() - Date.now()
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
      throw new AppError('MONTHLY_QUOTA_USED', { ...quota, retryAfterSeconds })
    },
  }
}
