import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { getAddress } from 'ethers'
import type { VerifyByContract } from './contract-wallet.ts'
import { checkIsOurs, checkMessage, parseMessage, refusal, type Site } from './message.ts'
import type { Nonces } from './nonces.ts'
import { requireSignature } from './signature.ts'

export type VerifyWalletDeps = {
  site: Site
  nonces: Nonces
  askContract: VerifyByContract
  now: () => Date
}

/**
 * Verifies that a wallet signed our message for this purpose in this browser. Returns its EIP-55 address.
 *
 * The nonce is spent before anything slow, so that of several identical calls one continues. The standard's
 * requirements are checked first, then the signature, then our own requirements.
 *
 * @throws AppError WALLET_MESSAGE_REFUSED, WALLET_SIGNATURE_WRONG, UNAVAILABLE
 */
export async function verifyWallet(
  { site, nonces, askContract, now }: VerifyWalletDeps,
  { walletAddress, message: text, signature }: SignedMessage,
  holder: { purpose: WalletPurpose; browserId: string },
): Promise<string> {
  const message = parseMessage(text)
  if (!(await nonces.spend(message.nonce, holder))) {
    throw refusal(
      'nonce',
      'it was used before, has expired, or was made for another browser or use',
    )
  }
  const at = now()
  checkMessage(message, site, walletAddress, at)
  await requireSignature(askContract, { address: message.address, text, signature })
  checkIsOurs(message, site, at)
  return getAddress(message.address)
}
