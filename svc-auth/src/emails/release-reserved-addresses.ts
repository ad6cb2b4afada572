import type { AccountStore } from '../accounts/account-store.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { hasOrReservesIdentity } from '../sign-in-methods/identities.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'

export type ReleaseDeps = { accounts: AccountStore; now: () => Date } & {
  links: Pick<LinkTokens, 'findExpiredUndos' | 'withdraw'>
}

const BATCH_SIZE = 100

/**
 * Releases previous addresses once the change can no longer be undone, so that other accounts can use them.
 */
export async function releaseReservedAddresses({
  accounts,
  links,
  now,
}: ReleaseDeps): Promise<void> {
  for (const { _id, ownerId, data } of await links.findExpiredUndos(BATCH_SIZE)) {
    const identity = emailIdentity((data as { from: string }).from)
    const owner = await accounts.find(ownerId)
    // It may still be possible to undo a later change from the same address.
    if (!owner || !hasOrReservesIdentity(owner, identity, now()))
      await accounts.removeIdentity(identity, ownerId)
    await links.withdraw(_id)
  }
}
