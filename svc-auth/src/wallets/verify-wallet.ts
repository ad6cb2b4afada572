import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { getAddress } from 'ethers'
import type { VerifyByContract } from './contract-wallet.ts'
import {
  checkMessage,
  messageRejected,
  parseMessage,
  requireIssuedText,
  type Site,
} from './message.ts'
import type { Nonces } from './nonces.ts'
import { requireSignature } from './signature.ts'

export type VerifyWalletDeps = {
  site: Site
  nonces: Nonces
  verifyByContract: VerifyByContract
  now: () => Date
}

/**
 * Verifies that a wallet signed our message for this purpose in this browser. Returns its EIP-55 address.
 *
 * The nonce is consumed before any slow step, so that only one of several identical calls continues. EIP-4361's
 * requirements are checked first, then the signature, then that the text is exactly the one we issued.
 *
 * @throws AppError WALLET_MESSAGE_REFUSED, WALLET_SIGNATURE_WRONG, UNAVAILABLE
 */
export async function verifyWallet(
  { site, nonces, verifyByContract, now }: VerifyWalletDeps,
  { walletAddress, message: text, signature }: SignedMessage,
  binding: { purpose: WalletPurpose; browserId: string },
): Promise<string> {
  const message = parseMessage(text)
  const issuedText = await nonces.consume(message.nonce, binding)
  if (issuedText === undefined) {
    throw messageRejected(
      'nonce',
      'it was used before, has expired, or was created for another browser or purpose',
    )
  }
  const checkedAt = now()
  checkMessage(message, site, walletAddress, checkedAt)
  await requireSignature(verifyByContract, { address: message.address, text, signature })
  requireIssuedText(text, issuedText)
  return getAddress(message.address)
}
