/** The contents of a proof file, for display. */
import { to0x, toHex } from './bytes.ts'
import type { AnchoredBlock } from './chain.ts'
import { isoTime } from './iso-time.ts'
import { formatVkey } from './note.ts'
import type { ParsedProof } from './parsed-proof.ts'

/**
 * What the proof states, for display beside the verdict. These values are only as reliable as the checks that passed.
 */
export type Facts = {
  index: bigint
  size: bigint
  origin: string
  logKey: string
  fingerprint: string
  /** The disclosed claims. */
  claims: { name: string; value: string }[]
  chainId?: bigint | undefined
  contract?: string | undefined
  operator?: string | undefined
  blockNumber?: bigint | undefined
  blockHash?: string | undefined
  /** ISO 8601, UTC. The claim of the proof's maker unless the checks `trust` and `block` have passed. */
  blockTime?: string | undefined
}

/** Extracts the facts of a parsed proof. `block` is the anchored block, if the chain proof is valid. */
export function extractFacts(
  { file, checkpoint, key }: ParsedProof,
  block: AnchoredBlock | undefined,
): Facts {
  const { chain, opening } = file
  return {
    index: file.index,
    size: checkpoint.size,
    origin: checkpoint.origin,
    logKey: formatVkey(key),
    fingerprint: toHex(opening.fingerprint),
    claims: opening.claims.flatMap((claim) =>
      'hash' in claim ? [] : [{ name: claim.name, value: claim.value }],
    ),
    ...(chain && {
      chainId: chain.chainId,
      contract: to0x(chain.contract),
      operator: to0x(chain.operator),
    }),
    ...(block && {
      blockNumber: block.number,
      blockHash: to0x(block.hash),
      blockTime: isoTime(block.time),
    }),
  }
}
