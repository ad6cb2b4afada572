/**
 * Verifies wallet signatures (EIP-191): recovers the signer of a plain account (EOA), and calls the contract
 * of a contract wallet.
 */
import { AppError } from '@inkproof/service-kit/app-error'
import { getBytes, hashMessage, isHexString, verifyMessage } from 'ethers'
import type { VerifyByContract } from './contract-wallet.ts'

/**
 * Half of secp256k1's order. A larger s is rejected, because each signature has a second valid form with such an s
 * (EIP-2).
 */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const RECOVERY_BYTES = [0, 1, 27, 28]

/**
 * Requires that the wallet at `address` signed the text.
 *
 * @throws AppError WALLET_SIGNATURE_WRONG, or UNAVAILABLE if a contract wallet must be called and the chain node
 * does not respond.
 */
export async function requireSignature(
  verifyByContract: VerifyByContract,
  { address, text, signature }: { address: string; text: string; signature: string },
): Promise<void> {
  if (!isHexString(signature, true)) throw new AppError('WALLET_SIGNATURE_WRONG')
  if (recoverSigner(text, signature)?.toLowerCase() === address.toLowerCase()) return
  if (await verifyByContract(address, hashMessage(text), signature)) return
  throw new AppError('WALLET_SIGNATURE_WRONG')
}

/** Recovers the plain account that signed a message; undefined for any other signature. */
export function recoverSigner(text: string, signature: string): string | undefined {
  const bytes = getBytes(signature)
  if (bytes.length !== 65 || !RECOVERY_BYTES.includes(bytes[64] ?? -1)) return undefined
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  if (s > HALF_ORDER) return undefined
  try {
    return verifyMessage(text, signature)
  } catch {
    // The values do not correspond to a point on the curve.
    return undefined
  }
}
