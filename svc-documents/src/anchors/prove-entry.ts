/** Builds the proof file of an entry from the log's files. */
import type { AnchorFile } from '@inkproof/proof/anchor-file'
import { type BuildInput, buildProof, inputFromAnchor } from '@inkproof/proof/build'
import type { Opening } from '@inkproof/proof/leaf'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { formatVkey } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import type { TileReader } from '@inkproof/proof/tile'
import type { AnchorHead } from '@inkproof/protocol/log'
import { AppError } from '@inkproof/service-kit/app-error'
import { createFallbackReader } from '../log/fallback-reader.ts'
import type { LogKeyRow } from '../log/log-keys.model.ts'
import { recordedRotationsOf, verifierKeysOf } from '../log/log-keys.ts'
import { isFileError } from '../log/unreadable-file.ts'
import { anchorPath, LATEST_ANCHOR_PATH } from './anchor-paths.ts'
import { type AnchorSizes, findFirstAnchor, readAnchor } from './first-anchor.ts'

export type ProveDeps = {
  /** Reads the served files of the log. */
  read: TileReader
  /** Reads the second store, which is used if the served folder is damaged. */
  readCopy: TileReader
  /** Sizes of the anchored states. */
  sizes: AnchorSizes
  readHeads: () => Promise<{
    size: number
    note: string | null
    anchor: AnchorHead | null
    settled?: AnchorHead | null | undefined
  }>
  /** Name of the log. */
  origin: string
  /** Returns the log's keys, which the `log` role stores at its first start. */
  readLogKeys: () => Promise<LogKeyRow[]>
}

/** An entry to prove. */
export type EntryToProve = {
  /** As the proof discloses it. */
  opening: Opening
  index: number
  /** Index of the entry that revoked or superseded it, if known. */
  revokedBy: number | null
}

/** The text of a proof file, and whether it refers to an anchor. */
export type EntryProof = { text: string; isAnchored: boolean }

/**
 * Builds the proof file of an entry. The proof refers to the first anchor that covers the entry,
 * because the block of that anchor proves the earliest time, and contains the newest anchored state, which shows that
 * the entry was not revoked until then, or the entry that revoked it. Without an anchor, the newest signed state is
 * used.
 *
 * @throws AppError PROOF_NOT_READY while no signed state covers the entry, RECORD_DAMAGED when
 * neither store has the files of a signed state
 */
export async function proveEntry(deps: ProveDeps, entry: EntryToProve): Promise<EntryProof> {
  let cause: unknown
  for (const read of [deps.read, deps.readCopy]) {
    try {
      return await buildFrom({ ...deps, read }, entry)
    } catch (error) {
      if (!isDamageError(error)) throw error
      cause = error
    }
  }
  throw new AppError('RECORD_DAMAGED', {}, { cause })
}

/** Whether the error means that a file of the log is missing, unreadable, malformed or yields a different root. */
function isDamageError(error: unknown): boolean {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  return (
    isMissing || isFileError(error) || error instanceof ProofError || error instanceof SyntaxError
  )
}

async function buildFrom(
  deps: ProveDeps,
  { opening, index, revokedBy }: EntryToProve,
): Promise<EntryProof> {
  const heads = await deps.readHeads()
  if (heads.note === null || heads.size <= index) throw new AppError('PROOF_NOT_READY')
  const keyRows = await deps.readLogKeys()
  const [firstKey] = verifierKeysOf(deps.origin, keyRows)
  // A record of an earlier release has stored keys once the `log` role has started.
  if (!firstKey) throw new AppError('PROOF_NOT_READY')
  const first = await findFirstAnchor(
    { ...deps, read: createFallbackReader(deps) },
    index,
    heads.settled?.size ?? 0,
  )
  const anchor = first ?? (await findCoveringAnchor(deps, heads.anchor, index))
  const basis: Pick<BuildInput, 'checkpoint' | 'chain' | 'status'> = anchor
    ? inputFromAnchor(anchor)
    : { checkpoint: heads.note }
  const text = await buildProof({
    read: deps.read,
    hash: nodeSha256,
    verifySignature: nodeEd25519,
    opening,
    index: BigInt(index),
    logKey: formatVkey(firstKey),
    rotations: recordedRotationsOf(keyRows),
    revokedBy: revokedBy === null ? undefined : BigInt(revokedBy),
    // Without an anchor of its own, the proof cannot continue with a newer one.
    newest: first && (await readAnchor(deps.read, LATEST_ANCHOR_PATH)),
    ...basis,
  })
  return { text, isAnchored: anchor !== undefined }
}

/**
 * Returns the newest anchor, or the last published one while the newest is not published yet;
 * undefined if it does not cover the entry at `index`.
 */
async function findCoveringAnchor(
  deps: ProveDeps,
  head: AnchorHead | null,
  index: number,
): Promise<AnchorFile | undefined> {
  if (!head || head.size <= index) return undefined
  const headAnchor = await readAnchor(deps.read, anchorPath(head.size))
  if (headAnchor && headAnchor.blockHash === head.blockHash) return headAnchor
  const latest = await readAnchor(deps.read, LATEST_ANCHOR_PATH)
  const isCovering = latest !== undefined && latest.size > index && latest.size < head.size
  return isCovering ? latest : undefined
}
