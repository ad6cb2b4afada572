import type { AccountStore } from '../accounts/account-store.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { hasOrReservesIdentity } from '../sign-in-methods/identities.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'

export type FreeDeps = { accounts: AccountStore; now: () => Date } & {
  links: Pick<LinkTokens, 'expiredUndos' | 'withdraw'>
}

const BATCH_SIZE = 100

/**
 * Releases previous addresses once the change can no longer be undone, so that they can be used for other accounts.
 */
export async function freeAddresses({ accounts, links, now }: FreeDeps): Promise<void> {
  for (const { _id, ownerId, data } of await links.expiredUndos(BATCH_SIZE)) {
    const identity = emailIdentity((data as { from: string }).from)
    const owner = await accounts.find(ownerId)
    // A later change from the same address may still be undoable.
    if (!owner || !hasOrReservesIdentity(owner, identity, now()))
      await accounts.removeIdentity(identity, ownerId)
    await links.withdraw(_id)
  }
}
