/** The signature of a wallet: of an externally owned account, by secp256k1. */
import { equal } from '@inkproof/proof/bytes'
import { recoverAddress } from '@inkproof/proof/eip712'
import { must } from '@inkproof/proof/proof-error'
import type { WalletKey } from './public-key.ts'

/**
 * Verifies that the wallet signed typed data.
 *
 * @param digest of the typed data, 32 bytes (EIP-712)
 * @param signature 65 bytes: r ‖ s ‖ v, v 27 or 28, s low
 * @throws ProofError BAD_WALLET_SIGNATURE, BAD_SIGNATURE
 */
export function verifyWalletSignature(
  digest: Uint8Array,
  key: WalletKey,
  signature: Uint8Array,
): void {
  // A longer signature would be another encoding of the same one.
  must(
    signature.length === 65,
    'BAD_WALLET_SIGNATURE',
    'The wallet signature is not 65 bytes long.',
  )
  const signer = recoverAddress(digest, signature)
  must(equal(signer, key.address), 'BAD_SIGNATURE', 'The signature is not valid for this key.')
}
