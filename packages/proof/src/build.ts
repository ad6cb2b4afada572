/**
 * Makes a proof file from an opening and the log's public files: the same in the browser, in the
 * service and on the command line. It is checked before it is handed out, so that a log which
 * serves wrong files is noticed by the holder and not years later by a reader.
 */
import type { AnchorFile } from './anchor-file.ts'
import type { ChainProof } from './chain.ts'
import { openCheckpoint } from './checkpoint.ts'
import { type Opening, openingLeafHash } from './leaf.ts'
import { parseVkey } from './note.ts'
import { must } from './proof-error.ts'
import { formatProofFile, type Successor } from './proof-file.ts'
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

/** What {@link buildProof} works on. */
export type BuildInput = {
  /** Reads the log's files by their path below its prefix, as `httpTileReader('/log')`. */
  read: TileReader
  opening: Opening
  index: bigint
  /** The signed note the proof is made against. */
  checkpoint: string
  /** Verifier key string of the log. */
  logKey: string
  /** Proof that this very checkpoint is on the chain. */
  chain?: ChainProof | undefined
  /** What the checkpoint's anchor published about validity. */
  status?: StatusSnapshot | undefined
  /** Index of the entry that revoked or superseded this one. */
  revokedBy?: bigint | undefined
}

/**
 * The text of a proof file.
 *
 * @throws ProofError when the checkpoint is not this log's, does not hold the entry, or the tiles
 * do not lead to its root
 */
export async function buildProof(input: BuildInput): Promise<string> {
  const { read, opening, index, checkpoint } = input
  const key = parseVkey(input.logKey)
  const { size, root } = openCheckpoint(checkpoint, key)
  must(index < size, 'NOT_IN_CHECKPOINT', `The checkpoint of ${size} does not hold entry ${index}.`)
  const proof = await inclusionFromTiles(read, index, size)
  verifyInclusion(index, size, openingLeafHash(opening), proof, root)
  return formatProofFile({
    index,
    proof,
    checkpoint,
    opening,
    logKey: key.publicKey,
    chain: input.chain,
    status: await statusProof(input, size),
    successor: await successor(input, size),
  })
}

/** The input that an anchor file gives; the rest is the caller's. */
export function fromAnchor(
  anchor: AnchorFile,
): Pick<BuildInput, 'checkpoint' | 'chain' | 'status'> {
  return { checkpoint: anchor.checkpoint, chain: anchor.chain, status: anchor.status }
}

async function statusProof(input: BuildInput, size: bigint): Promise<StatusProof | undefined> {
  const { read, index, status } = input
  if (!status || index >= status.n) return undefined
  return proveStatus(status, index, await inclusionFromTiles(read, status.index, size))
}

async function successor(input: BuildInput, size: bigint): Promise<Successor | undefined> {
  const { read, revokedBy: index } = input
  // A revocation that came after the checkpoint cannot be proved against it.
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
  must(entry, 'TILE_SHORT', `The log's files lack entry ${index}.`)
  return entry
}
