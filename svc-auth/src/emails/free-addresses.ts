import type { AccountStore } from '../accounts/account-store.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { holdsIdentity } from '../sign-in-methods/identities.ts'
import type { LinkTokens } from '../tokens/link-tokens.ts'

export type FreeDeps = { accounts: AccountStore; now: () => Date } & {
  links: Pick<LinkTokens, 'expiredUndos' | 'withdraw'>
}

const AT_ONCE = 100

/**
 * Releases previous addresses once the change can no longer be undone, so that they can be used for other accounts.
 */
export async function freeAddresses({ accounts, links, now }: FreeDeps): Promise<void> {
  for (const { _id, ownerId, data } of await links.expiredUndos(AT_ONCE)) {
    const identity = emailIdentity((data as { from: string }).from)
    const owner = await accounts.find(ownerId)
    // Another change of the same address may still be undone.
    if (!owner || !holdsIdentity(owner, identity, now()))
      await accounts.removeIdentity(identity, ownerId)
    await links.withdraw(_id)
  }
}
