import type { AccountStore } from '../accounts/account-store.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'
import { keepsIdentity } from '../ways/ways.ts'

export type FreeDeps = { accounts: AccountStore; now: () => Date } & {
  links: Pick<LinkTokens, 'expiredUndos' | 'end'>
}

const AT_ONCE = 100

/**
 * Frees addresses that were changed away from, once that can no longer be undone: whoever reads them may
 * make an account of their own.
 */
export async function freeAddresses({ accounts, links, now }: FreeDeps): Promise<void> {
  for (const { _id, ownerId, data } of await links.expiredUndos(AT_ONCE)) {
    const identity = emailIdentity((data as { from: string }).from)
    const owner = await accounts.find(ownerId)
    // Another change of the same address may still be undone.
    if (!owner || !keepsIdentity(owner, identity, now()))
      await accounts.removeIdentity(identity, ownerId)
    await links.end(_id)
  }
}
