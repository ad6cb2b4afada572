/** Which chain is the embedded one: it belongs to this installation alone. */
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'

/** Whether the chain proves nothing to others. */
export function isEmbedded(chainId: number): boolean {
  return BigInt(chainId) === EMBEDDED_CHAIN_ID
}
