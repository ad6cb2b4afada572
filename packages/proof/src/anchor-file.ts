/**
 * `/log/anchor/<size>` and `/log/anchor/latest`: one anchored state of the log, as a static JSON
 * file.
 */
import { fromBase64, toBase64 } from './bytes.ts'
import { type ChainProof, decodeChainProof, encodeChainProof } from './chain.ts'
import { must } from './proof-error.ts'
import type { StatusSnapshot } from './status.ts'
import { decodeStatusSnapshot, encodeStatusSnapshot } from './status-codec.ts'

/** An anchored state of the log, with everything needed to build proofs against it. */
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
  /** Size of the state anchored before; 0 for the first one. Files of earlier releases lack it. */
  previousSize?: bigint | undefined
}

/** Serializes an anchor file to JSON. */
export function formatAnchorFile(anchor: AnchorFile): string {
  return JSON.stringify({
    size: Number(anchor.size),
    checkpoint: anchor.checkpoint,
    chain: toBase64(encodeChainProof(anchor.chain)),
    txHash: anchor.txHash,
    blockNumber: Number(anchor.blockNumber),
    blockHash: anchor.blockHash,
    blockTime: anchor.blockTime,
    ...(anchor.previousSize !== undefined && { previousSize: Number(anchor.previousSize) }),
    ...(anchor.status && { status: toBase64(encodeStatusSnapshot(anchor.status)) }),
  })
}

/**
 * Parses an anchor file.
 *
 * @throws SyntaxError when the text is not JSON; ProofError BAD_ANCHOR_FILE when a field is missing or invalid, or any
 * error of the decoders of the fields
 */
export function parseAnchorFile(text: string): AnchorFile {
  const json = JSON.parse(text) as Record<string, unknown>
  const { size, checkpoint, chain, txHash, blockNumber, blockHash, blockTime, status } = json
  const { previousSize } = json
  return {
    size: parseCount(size),
    checkpoint: parseText(checkpoint),
    chain: decodeChainProof(fromBase64(parseText(chain))),
    txHash: parseText(txHash),
    blockNumber: parseCount(blockNumber),
    blockHash: parseText(blockHash),
    blockTime: parseText(blockTime),
    previousSize: previousSize === undefined ? undefined : parseCount(previousSize),
    status: status === undefined ? undefined : decodeStatusSnapshot(fromBase64(parseText(status))),
  }
}

function parseCount(value: unknown): bigint {
  const isValid = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  assertValid(isValid)
  return BigInt(value)
}

function parseText(value: unknown): string {
  assertValid(typeof value === 'string')
  return value
}

function assertValid(condition: unknown): asserts condition {
  must(condition, 'BAD_ANCHOR_FILE', 'The anchor file is not valid.')
}
