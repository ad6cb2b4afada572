/** The keys that a request names before it is sent, so that a reader of the signed document sees that they were known. */
import { from0x, fromHex, toHex } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { RecipientRequest } from '@inkproof/protocol/start-envelope'
import { keyThumbprint } from '@inkproof/signing/public-key'
import type { AccountKeys } from './dependencies.ts'
import { refused } from './request-recipients.ts'
import { passkeyThumbprint } from './signing-key.ts'
import { mustAct } from './turns.ts'

/**
 * Returns the thumbprints of the keys of each recipient, in ascending order. Only the sender names a wallet or a passkey, and one of
 * their own account: keys of others would tell everybody which ones they have.
 *
 * @throws AppError RECIPIENTS_REFUSED; UNAVAILABLE while svc-auth is unreachable
 */
export async function findKnownKeys(
  deps: AccountKeys,
  recipients: readonly RecipientRequest[],
  accountId: string,
): Promise<Uint8Array[][]> {
  const known: Uint8Array[][] = []
  for (const [index, recipient] of recipients.entries()) {
    const path = `recipients.${index}`
    requireSender(recipient, path)
    const { passkey, wallet } = recipient
    const keys = [
      ...(wallet === undefined ? [] : [await findWallet(deps, accountId, { wallet, path })]),
      ...(passkey === undefined ? [] : [await findPasskey(deps, accountId, { passkey, path })]),
    ]
    known.push(keys.sort().map(fromHex))
  }
  return known
}

function requireSender(recipient: RecipientRequest, path: string): void {
  const { email, passkey, wallet } = recipient
  if (mustAct(recipient) && email === null) return
  const message = 'expected it only for the sender, if they sign or approve'
  if (wallet !== undefined) throw refused(`${path}.wallet`, message)
  if (passkey !== undefined) throw refused(`${path}.passkey`, message)
}

async function findWallet(
  { findWallets }: AccountKeys,
  accountId: string,
  { path, wallet }: { wallet: string; path: string },
): Promise<string> {
  if (!(await findWallets(accountId)).includes(wallet))
    throw refused(`${path}.wallet`, 'expected a wallet of the account')
  return toHex(keyThumbprint({ type: 'wallet', address: from0x(wallet) }, nodeSha256))
}

async function findPasskey(
  deps: AccountKeys,
  accountId: string,
  { passkey, path }: { passkey: string; path: string },
): Promise<string> {
  const found = await deps.findPasskey(passkey, accountId)
  if (!found?.publicKey)
    throw refused(`${path}.passkey`, 'expected a passkey of the account that can sign documents')
  return passkeyThumbprint(found.publicKey)
}
