/** Verifies that a wallet signed a text (EIP-191): a plain account by its key, a contract by calling it. */
import { AppError } from '@inkproof/service-kit/app-error'
import { getBytes, hashMessage, isHexString, verifyMessage } from 'ethers'
import type { VerifyByContract } from './contract-wallet.ts'

/** Half of secp256k1's order: a signature with a larger s duplicates one with a smaller s (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const RECOVERY_BYTES = [0, 1, 27, 28]

/**
 * @throws AppError WALLET_SIGNATURE_WRONG, or UNAVAILABLE if a contract wallet must be called and the chain node
 * does not answer.
 */
export async function requireSignature(
  askContract: VerifyByContract,
  { address, text, signature }: { address: string; text: string; signature: string },
): Promise<void> {
  if (!isHexString(signature, true)) throw new AppError('WALLET_SIGNATURE_WRONG')
  if (signerOf(text, signature)?.toLowerCase() === address.toLowerCase()) return
  if (await askContract(address, hashMessage(text), signature)) return
  throw new AppError('WALLET_SIGNATURE_WRONG')
}

/** The plain account that signed, given the signature's bytes; undefined if they are not such a signature. */
export function signerOf(text: string, signature: string): string | undefined {
  const bytes = getBytes(signature)
  if (bytes.length !== 65 || !RECOVERY_BYTES.includes(bytes[64] ?? -1)) return undefined
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  if (s > HALF_ORDER) return undefined
  try {
    return verifyMessage(text, signature)
  } catch {
    // These numbers correspond to no point of the curve.
    return undefined
  }
}
