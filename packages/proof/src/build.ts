/**
 * Builds a proof file from an opening and the log's public files. The same code runs in the
 * browser, the service and the command line. The inclusion of the entry is verified before the proof file is returned,
 * so that wrong files are detected when the proof is built, not when someone verifies it years later.
 */
import type { AnchorFile } from './anchor-file.ts'
import type { ChainProof } from './chain.ts'
import { openCheckpoint } from './checkpoint.ts'
import { type Opening, openingLeafHash } from './leaf.ts'
import { parseVkey } from './note.ts'
import { must } from './proof-error.ts'
import { formatProofFile, type NewerState, type Successor } from './proof-file.ts'
import { proveStatus, type StatusProof, type StatusSnapshot } from './status.ts'
import {
  decodeEntryBundle,
  entriesPath,
  readWithFallback,
  type TileReader,
  tileWidth,
} from './tile.ts'
import { inclusionFromTiles } from './tile-proofs.ts'
import { verifyInclusion } from './tree.ts'

/** The input of {@link buildProof}. */
export type BuildInput = {
  /** Reads the log's files by their path below the log's prefix, as `httpTileReader('/log')` does. */
  read: TileReader
  opening: Opening
  index: bigint
  /** The signed note that the proof is built against. */
  checkpoint: string
  /** Verifier key string of the log. */
  logKey: string
  /** Proof that this exact checkpoint is on the chain. */
  chain?: ChainProof | undefined
  /** The status snapshot published with the checkpoint's anchor. */
  status?: StatusSnapshot | undefined
  /** Index of the entry that revoked or superseded the entry at `index`. */
  revokedBy?: bigint | undefined
  /** The newest anchored state, whose status shows that the entry was not revoked until then. */
  newest?: AnchorFile | undefined
}

/**
 * Builds the text of a proof file.
 *
 * @throws ProofError when the log did not sign the checkpoint, the checkpoint does not include the entry, or the
 * proof from the tiles does not lead to the checkpoint's root
 */
export async function buildProof(input: BuildInput): Promise<string> {
  const { read, opening, index, checkpoint } = input
  const key = parseVkey(input.logKey)
  const { size, root } = openCheckpoint(checkpoint, key)
  must(
    index < size,
    'NOT_IN_CHECKPOINT',
    'The checkpoint of size {size} does not include entry {index}.',
    {
      size,
      index,
    },
  )
  const proof = await inclusionFromTiles(read, index, size)
  verifyInclusion(index, size, openingLeafHash(opening), proof, root)
  return formatProofFile({
    index,
    proof,
    checkpoint,
    opening,
    logKey: key.publicKey,
    chain: input.chain,
    status: await buildStatusProof(input, size),
    successor: await buildSuccessor(input, size),
    newer: await buildNewerState(input, size),
  })
}

/** Extracts the part of the build input that an anchor file provides. */
export function inputFromAnchor(
  anchor: AnchorFile,
): Pick<BuildInput, 'checkpoint' | 'chain' | 'status'> {
  return { checkpoint: anchor.checkpoint, chain: anchor.chain, status: anchor.status }
}

async function buildStatusProof(input: BuildInput, size: bigint): Promise<StatusProof | undefined> {
  const { read, index, status } = input
  if (!status || index >= status.n) return undefined
  return proveStatus(status, index, await inclusionFromTiles(read, status.index, size))
}

/** Builds the part about the newest state; undefined if it is not newer, or has no status for this entry. */
async function buildNewerState(input: BuildInput, size: bigint): Promise<NewerState | undefined> {
  const { read, index, opening, newest } = input
  if (!newest?.status || newest.size <= size || index >= newest.status.n) return undefined
  const state = openCheckpoint(newest.checkpoint, parseVkey(input.logKey))
  const proof = await inclusionFromTiles(read, index, state.size)
  verifyInclusion(index, state.size, openingLeafHash(opening), proof, state.root)
  const entryProof = await inclusionFromTiles(read, newest.status.index, state.size)
  const status = proveStatus(newest.status, index, entryProof)
  return status && { checkpoint: newest.checkpoint, proof, chain: newest.chain, status }
}

async function buildSuccessor(input: BuildInput, size: bigint): Promise<Successor | undefined> {
  const { read, revokedBy: index } = input
  // A revocation later than the checkpoint cannot be proved against it.
  if (index === undefined || index >= size) return undefined
  const [entry, proof] = await Promise.all([
    readEntry(read, index, size),
    inclusionFromTiles(read, index, size),
  ])
  return { index, entry, proof }
}

async function readEntry(read: TileReader, index: bigint, size: bigint): Promise<Uint8Array> {
  const width = tileWidth(0, index / 256n, size)
  const bundle = await readWithFallback(read, (w) => entriesPath(index / 256n, w), width)
  const entry = decodeEntryBundle(bundle)[Number(index % 256n)]
  must(entry, 'TILE_SHORT', 'The log’s files lack entry {index}.', { index })
  return entry
}
