/** People's accounts, which svc-auth keeps. */
import { accountContact } from '@inkproof/protocol/internal'
import type { ServiceClient } from '@inkproof/service-kit/service-client'
import type { z } from 'zod'

/** How an account is named and reached. */
export type Contact = NonNullable<z.core.output<typeof accountContact.response>['contact']>

export type Accounts = {
  /**
   * Returns null if there is no such account in the workspace.
   *
   * @throws AppError UNAVAILABLE while svc-auth is unreachable
   */
  contact(accountId: string, workspaceId: string): Promise<Contact | null>
}

export function createAccounts(services: ServiceClient): Accounts {
  return {
    contact: async (accountId, workspaceId) => {
      const body = { accountId, workspaceId }
      return (await services.call('svc-auth', accountContact, body)).contact
    },
  }
}
