/**
 * The origin of a log: the name of its key, and the first line of its checkpoints. It commits to the chain, the
 * contract and the first operator, so that the key cannot anchor a second tree with another operator.
 *
 *     origin = "inkproof/" ‖ hex(SHA-256("inkproof/origin/v1\0" ‖ chainId u64be ‖ contract[20] ‖ operator[20]))
 */
import { concat, toHex, u64be, utf8 } from './bytes.ts'
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'

/** The chain, the contract (20 bytes) and the first operator (20 bytes) that an origin commits to. */
export type OriginInput = { chainId: bigint; contract: Uint8Array; operator: Uint8Array }

/**
 * Computes the origin of the log that this operator anchors first in this contract on this chain.
 *
 * @throws ProofError BAD_ORIGIN when an address is not 20 bytes long
 */
export function computeOrigin(
  { chainId, contract, operator }: OriginInput,
  hash: Sha256 = sha256,
): string {
  const areAddresses = contract.length === 20 && operator.length === 20
  must(areAddresses, 'BAD_ORIGIN', 'An address must be 20 bytes long.')
  return `${PREFIX}${toHex(hash(concat(CONTEXT, u64be(chainId), contract, operator)))}`
}

/**
 * Whether an origin has the form of {@link computeOrigin}. Logs created by earlier releases have other origins, which
 * commit to nothing.
 */
export function isComputedOrigin(origin: string): boolean {
  return /^inkproof\/[0-9a-f]{64}$/.test(origin)
}

const PREFIX = 'inkproof/'
const CONTEXT = utf8('inkproof/origin/v1\0')
