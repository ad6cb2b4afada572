import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import type { SigningAction } from '@inkproof/slice-parts/wallet-connection'
import { signWithWallet } from './sign-with-wallet.ts'

/** Why a message is signed and what is done with the signature. `fallback` is shown for an error without a message. */
export type MessageAction = Omit<SigningAction<SignedMessage>, 'sign'> & { purpose: WalletPurpose }

/** Returns the action that signs the service's message for the purpose. */
export function signingOf({ purpose, ...action }: MessageAction): SigningAction<SignedMessage> {
  return {
    ...action,
    sign: (provider, address) => signWithWallet(provider, address, purpose),
  }
}
