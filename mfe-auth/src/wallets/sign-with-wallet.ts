import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { WalletError, type WalletProvider } from '@inkproof/slice-parts/wallet-provider'
import { t } from '@inkproof/texts/text'
import { fetchMessage } from './wallets.api.ts'

/**
 * Signs the service's message for a purpose with a wallet. The wallet must have granted access to the address.
 *
 * @throws Error of the service or of the wallet.
 */
export async function signWithWallet(
  provider: WalletProvider,
  walletAddress: string,
  purpose: WalletPurpose,
): Promise<SignedMessage> {
  const message = await fetchMessage(walletAddress, purpose)
  const params = [toHex(message), walletAddress]
  const signature = await provider.request({ method: 'personal_sign', params })
  if (typeof signature !== 'string')
    throw new WalletError(0, t('The wallet returned no signature.'))
  return { walletAddress, signature, message }
}

/** Encodes a string as the hex of its UTF-8 bytes, which wallets require. */
export function toHex(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
