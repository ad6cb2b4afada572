/** Identifies the embedded chain, which belongs to this installation alone. */
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'

/** Whether this is the embedded chain, which proves nothing to others. */
export function isEmbedded(chainId: number): boolean {
  return BigInt(chainId) === EMBEDDED_CHAIN_ID
}
