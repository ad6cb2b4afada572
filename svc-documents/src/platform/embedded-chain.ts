/** Identifies the embedded chain, which only this installation uses. */
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'

/** Whether this is the embedded chain, whose anchors prove nothing to third parties. */
export function isEmbedded(chainId: number): boolean {
  return BigInt(chainId) === EMBEDDED_CHAIN_ID
}
