/** Finds the first entry of a signing request in the record, and whether an entry of kind 2 ended the request. */
import { parseAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, fromUtf8 } from '@inkproof/proof/bytes'
import { type Checkpoint, readCheckpoint } from '@inkproof/proof/checkpoint'
import { openingLeafHash } from '@inkproof/proof/leaf'
import { parseProofFile } from '@inkproof/proof/proof-file'
import type { Sha256 } from '@inkproof/proof/sha256'
import { isStatusFresh, proveStatus, verifyStatus } from '@inkproof/proof/status'
import {
  readWithFallback,
  TILE_WIDTH,
  type TileReader,
  tilePath,
  tileWidth,
} from '@inkproof/proof/tile'
import { inclusionFromTiles } from '@inkproof/proof/tile-proofs'
import { verifyInclusion } from '@inkproof/proof/tree'
import type { Evidence } from './evidence.ts'
import type { RecordResult } from './evidence-context.ts'

/** Tiles that are searched for the first entry: 262,144 entries, 8 MiB. */
const MAX_TILES = 1_024n
const WIDTH = BigInt(TILE_WIDTH)

/**
 * Returns what the status in the state of the proof says about the request's first entry. The state must have been
 * verified. `unknown` without access to the record, or if its files are missing, altered or have no status for the
 * whole state.
 */
export async function findFirstEntryStatus(
  { proof, steps }: Evidence,
  read: TileReader | undefined,
  hash: Sha256 | undefined,
): Promise<RecordResult['firstEntry']> {
  const [first] = steps
  if (!read || !first) return 'unknown'
  try {
    const { index: last, checkpoint } = parseProofFile(proof)
    const state = readCheckpoint(checkpoint)
    const index = await findIndex(read, openingLeafHash(first, hash), last, state, hash)
    return index === undefined ? 'unknown' : await readStatus(read, index, state, hash)
  } catch {
    // An unreachable or damaged record leaves the question open.
    return 'unknown'
  }
}

/** Searches the entries up to the last one, the newest first. @throws ProofError if the state does not contain it there */
async function findIndex(
  read: TileReader,
  leaf: Uint8Array,
  last: bigint,
  { size, root }: Checkpoint,
  hash: Sha256 | undefined,
): Promise<bigint | undefined> {
  const newest = last / WIDTH
  for (let tile = newest; tile >= 0n && tile > newest - MAX_TILES; tile--) {
    const path = (width: number) => tilePath(0, tile, width)
    const hashes = await readWithFallback(read, path, tileWidth(0, tile, size))
    const position = findHash(hashes, leaf)
    if (position === undefined) continue
    const index = tile * WIDTH + BigInt(position)
    const proof = await inclusionFromTiles(read, index, size, hash)
    verifyInclusion(index, size, leaf, proof, root, hash)
    return index
  }
  return undefined
}

function findHash(hashes: Uint8Array, hash: Uint8Array): number | undefined {
  for (let i = 0; i < hashes.length / 32; i++)
    if (equal(hashes.subarray(i * 32, i * 32 + 32), hash)) return i
  return undefined
}

/** @throws ProofError if the published status does not belong to the state */
async function readStatus(
  read: TileReader,
  index: bigint,
  state: Checkpoint,
  hash: Sha256 | undefined,
): Promise<RecordResult['firstEntry']> {
  const { status } = parseAnchorFile(fromUtf8(await read(`anchor/${state.size}`)))
  if (!status) return 'unknown'
  const entryProof = await inclusionFromTiles(read, status.index, state.size, hash)
  const proof = proveStatus(status, index, entryProof, hash)
  if (!proof) return 'unknown'
  if (verifyStatus(proof, index, state, hash) === 'invalid') return 'ended'
  return isStatusFresh(proof, state.size) ? 'valid' : 'unknown'
}
