/**
 * Builds a proof file from an opening and the log's public files. The same code runs in the
 * browser, the service and the command line. The inclusion of the entry is verified before the proof file is returned,
 * so that wrong files are detected when the proof is built, not when someone verifies it years later.
 */
import type { AnchorFile } from './anchor-file.ts'
import type { ChainProof } from './chain.ts'
import { type Checkpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts'
import type { Ed25519 } from './ed25519.ts'
import { type Opening, openingLeafHash } from './leaf.ts'
import type { RecordedRotation } from './log-key-rotation.ts'
import { keyForSize, proveRotations } from './log-keys.ts'
import { parseVkey } from './note.ts'
import { must } from './proof-error.ts'
import { formatProofFile, type NewerState, type Successor } from './proof-file.ts'
import type { Sha256 } from './sha256.ts'
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
  /** Verifier key string of the log; any of its keys if there are `rotations`. */
  logKey: string
  /** All rotations of the log's key, from `rotations.json`; those after the newest state are ignored. */
  rotations?: readonly RecordedRotation[] | undefined
  /** Proof that this exact checkpoint is on the chain. */
  chain?: ChainProof | undefined
  /** The status snapshot published with the checkpoint's anchor. */
  status?: StatusSnapshot | undefined
  /** Index of the entry that revoked or superseded the entry at `index`. */
  revokedBy?: bigint | undefined
  /** The newest anchored state, whose status shows that the entry was not revoked until then. */
  newest?: AnchorFile | undefined
  /** Faster implementations for an environment; the portable ones by default. */
  hash?: Sha256 | undefined
  verifySignature?: Ed25519 | undefined
}

/**
 * Builds the text of a proof file.
 *
 * @throws ProofError when the log did not sign the checkpoint, the checkpoint does not include the entry, or the
 * proof from the tiles does not lead to the checkpoint's root
 */
export async function buildProof(input: BuildInput): Promise<string> {
  const { read, opening, index, checkpoint, rotations = [], hash } = input
  const { size, root } = openSigned(checkpoint, input)
  must(
    index < size,
    'NOT_IN_CHECKPOINT',
    'The checkpoint of size {size} does not include entry {index}.',
    {
      size,
      index,
    },
  )
  const proof = await inclusionFromTiles(read, index, size, hash)
  verifyInclusion(index, size, openingLeafHash(opening, hash), proof, root, hash)
  const newer = await buildNewerState(input, size)
  const newestSize = newer ? readCheckpoint(newer.checkpoint).size : size
  const proven = await proveRotations(read, rotations, newestSize, hash)
  return formatProofFile({
    index,
    proof,
    checkpoint,
    opening,
    logKey: firstKey(input),
    chain: input.chain,
    status: await buildStatusProof(input, size),
    successor: await buildSuccessor(input, size),
    newer,
    rotations: proven.length > 0 ? proven : undefined,
  })
}

/** Extracts the part of the build input that an anchor file provides. */
export function inputFromAnchor(
  anchor: AnchorFile,
): Pick<BuildInput, 'checkpoint' | 'chain' | 'status'> {
  return { checkpoint: anchor.checkpoint, chain: anchor.chain, status: anchor.status }
}

function firstKey({ rotations, logKey }: BuildInput): Uint8Array {
  return rotations?.[0]?.oldKey ?? parseVkey(logKey).publicKey
}

/** Opens a checkpoint with the key that signs states of its size. */
function openSigned(checkpoint: string, input: BuildInput): Checkpoint {
  const { name } = parseVkey(input.logKey)
  const { size } = readCheckpoint(checkpoint)
  const key = keyForSize({ logKey: firstKey(input), rotations: input.rotations }, name, size)
  return openCheckpoint(checkpoint, key, input.verifySignature)
}

async function buildStatusProof(input: BuildInput, size: bigint): Promise<StatusProof | undefined> {
  const { read, index, status, hash } = input
  if (!status || index >= status.n) return undefined
  return proveStatus(status, index, await inclusionFromTiles(read, status.index, size, hash))
}

/** Builds the part about the newest state; undefined if it is not newer, or has no status for this entry. */
async function buildNewerState(input: BuildInput, size: bigint): Promise<NewerState | undefined> {
  const { read, index, opening, newest, hash } = input
  if (!newest?.status || newest.size <= size || index >= newest.status.n) return undefined
  const state = openSigned(newest.checkpoint, input)
  const proof = await inclusionFromTiles(read, index, state.size, hash)
  verifyInclusion(index, state.size, openingLeafHash(opening, hash), proof, state.root, hash)
  const entryProof = await inclusionFromTiles(read, newest.status.index, state.size, hash)
  const status = proveStatus(newest.status, index, entryProof)
  const successor = await buildSuccessor(input, state.size)
  return status && { checkpoint: newest.checkpoint, proof, chain: newest.chain, status, successor }
}

async function buildSuccessor(input: BuildInput, size: bigint): Promise<Successor | undefined> {
  const { read, revokedBy: index, hash } = input
  // A revocation later than the checkpoint cannot be proved against it.
  if (index === undefined || index >= size) return undefined
  const [entry, proof] = await Promise.all([
    readEntry(read, index, size),
    inclusionFromTiles(read, index, size, hash),
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
