import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import type { Caller } from '../callers/caller.ts'
import { type VerifyWalletDeps, verifyWallet } from './verify-wallet.ts'

export type VerifyCallerWalletDeps = VerifyWalletDeps & { consumeLimit: ConsumeLimit }

/** Per wallet and client network, because verifying a contract wallet costs a call to the chain node. */
const PAIR_LIMIT: Limit = {
  name: 'wallet-signature-pair',
  max: 60,
  windowSeconds: 5 * 60,
  whenRedisFails: 'closed',
}

/**
 * Counts the attempt, then verifies the signed message with {@link verifyWallet}. Returns the wallet's EIP-55 address.
 *
 * @throws AppError WALLET_MESSAGE_REFUSED, WALLET_SIGNATURE_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function verifyCallerWallet(
  deps: VerifyCallerWalletDeps,
  signed: SignedMessage,
  purpose: WalletPurpose,
  { network, browserId }: Caller,
): Promise<string> {
  await deps.consumeLimit(PAIR_LIMIT, `${network} ${signed.walletAddress.toLowerCase()}`)
  return verifyWallet(deps, signed, { purpose, browserId })
}
