/** `/log/anchor/<size>` and `/log/anchor/latest`: one anchored state, as a static JSON file. */
import { fromBase64, toBase64 } from './bytes.ts'
import { type ChainProof, decodeChainProof, encodeChainProof } from './chain.ts'
import { must } from './proof-error.ts'
import type { StatusSnapshot } from './status.ts'
import { decodeStatusSnapshot, encodeStatusSnapshot } from './status-codec.ts'

/** An anchored state of the log with everything that proofs against it need. */
export type AnchorFile = {
  size: bigint
  /** The signed note. */
  checkpoint: string
  chain: ChainProof
  /** 0x hex. */
  txHash: string
  blockNumber: bigint
  /** 0x hex. */
  blockHash: string
  /** ISO 8601, UTC. */
  blockTime: string
  status?: StatusSnapshot | undefined
}

/** The JSON text to serve. */
export function formatAnchorFile(anchor: AnchorFile): string {
  return JSON.stringify({
    size: Number(anchor.size),
    checkpoint: anchor.checkpoint,
    chain: toBase64(encodeChainProof(anchor.chain)),
    txHash: anchor.txHash,
    blockNumber: Number(anchor.blockNumber),
    blockHash: anchor.blockHash,
    blockTime: anchor.blockTime,
    ...(anchor.status && { status: toBase64(encodeStatusSnapshot(anchor.status)) }),
  })
}

/** Reads an anchor file. @throws ProofError BAD_ANCHOR_FILE, or as the decoders of its parts */
export function parseAnchorFile(text: string): AnchorFile {
  const json = JSON.parse(text) as Record<string, unknown>
  const { size, checkpoint, chain, txHash, blockNumber, blockHash, blockTime, status } = json
  return {
    size: count(size),
    checkpoint: word(checkpoint),
    chain: decodeChainProof(fromBase64(word(chain))),
    txHash: word(txHash),
    blockNumber: count(blockNumber),
    blockHash: word(blockHash),
    blockTime: word(blockTime),
    status: status === undefined ? undefined : decodeStatusSnapshot(fromBase64(word(status))),
  }
}

function count(value: unknown): bigint {
  const good = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  must(good, 'BAD_ANCHOR_FILE', 'The anchor file lacks a number.')
  return BigInt(value)
}

function word(value: unknown): string {
  must(typeof value === 'string', 'BAD_ANCHOR_FILE', 'The anchor file lacks a text.')
  return value
}
