/** States of the record that contain the certificate's entry, and what they show about its revocation. */
import type { AnchorFile } from './anchor-file.ts'
import { equal } from './bytes.ts'
import { type AnchoredBlock, verifyChainProof } from './chain.ts'
import { type Checkpoint, openCheckpoint, readCheckpoint } from './checkpoint.ts'
import { decodeEntry, KINDS } from './leaf.ts'
import { keyForSize } from './log-keys.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedRecord } from './policy.ts'
import { must } from './proof-error.ts'
import type { ProofFile } from './proof-file.ts'
import { isStatusFresh, proveStatus, type StatusProof, verifyStatus } from './status.ts'
import type { TileReader } from './tile.ts'
import { inclusionFromTiles } from './tile-proofs.ts'
import { leafHash, verifyInclusion } from './tree.ts'
import { openRecordCheckpoint } from './trusted-checkpoint.ts'

/** A signed state that contains the certificate's entry at its index; both were verified. */
export type RecordState = {
  checkpoint: Checkpoint
  /** The signed note, with the signatures of witnesses. */
  note: string
  /** What the state shows about the certificate. */
  standing: StateStanding
  /** The block that anchors the state, according to its chain proof. */
  block?: AnchoredBlock | undefined
  /** Time of the block in seconds since 1970, if the block is confirmed to be on the chain. */
  confirmedTime?: bigint | undefined
}

/** What a state shows about the certificate. An `old status` does not cover the whole state. */
export type StateStanding = 'clear' | 'revoked' | 'replaced' | 'old status' | 'no status'

/**
 * Returns the states in a proof file, the newest first. The state of the proof itself was verified by other checks.
 *
 * @throws ProofError when the newer state is invalid
 */
export function statesOfProof(
  parsed: ParsedProof,
  block: AnchoredBlock | undefined,
): RecordState[] {
  const { file, checkpoint } = parsed
  const { chain, status, successor, newer } = file
  const standing = standingIn(checkpoint, { status, successor }, parsed)
  const own = { checkpoint, note: file.checkpoint, standing, block }
  if (!newer) return [own]
  const key = keyForSize(file, checkpoint.origin, readCheckpoint(newer.checkpoint).size)
  const state = openCheckpoint(newer.checkpoint, key, parsed.verifySignature)
  verifyInclusion(file.index, state.size, parsed.leaf, newer.proof, state.root, parsed.hash)
  const isSameRecord =
    chain !== undefined &&
    newer.chain.chainId === chain.chainId &&
    equal(newer.chain.contract, chain.contract) &&
    equal(newer.chain.operator, chain.operator)
  must(
    isSameRecord && state.size > checkpoint.size,
    'BAD_NEWER_STATE',
    'The newer state in the proof file does not continue its first state.',
  )
  return [
    {
      checkpoint: state,
      note: newer.checkpoint,
      standing: standingIn(state, newer, parsed),
      block: verifyChainProof(newer.chain, state),
    },
    own,
  ]
}

/**
 * Verifies an anchored state of the record, and that it contains the certificate's entry.
 *
 * @throws ProofError when the state is invalid, or its files do not lead to its root
 */
export async function stateFromAnchor(
  read: TileReader,
  anchor: AnchorFile,
  parsed: ParsedProof,
  record: TrustedRecord,
): Promise<RecordState> {
  const { file, leaf, hash } = parsed
  const checkpoint = await openRecordCheckpoint(read, anchor.checkpoint, parsed, record)
  const { size, root } = checkpoint
  must(file.index < size, 'NOT_IN_CHECKPOINT', 'The record’s newest state lacks this entry.')
  const proof = await inclusionFromTiles(read, file.index, size, hash)
  verifyInclusion(file.index, size, leaf, proof, root, hash)
  const status = await readStatus(read, anchor, parsed, size)
  const standing = standingIn(checkpoint, { status }, parsed)
  return { checkpoint, note: anchor.checkpoint, standing }
}

/**
 * Returns what a state shows about the certificate. A revocation is permanent, so a status of any age can show one;
 * only a status that covers the whole state shows that there is none.
 *
 * @throws ProofError when the status or the later entry does not belong to this state
 */
function standingIn(
  checkpoint: Checkpoint,
  { status, successor }: Pick<ProofFile, 'status' | 'successor'>,
  { file, hash }: ParsedProof,
): StateStanding {
  if (successor) {
    const { kind, previous } = decodeEntry(successor.entry)
    must(
      isEnding(kind) && previous === file.index,
      'BAD_SUCCESSOR',
      'The later entry refers to a different entry.',
    )
    const leaf = leafHash(successor.entry, hash)
    const { size, root } = checkpoint
    verifyInclusion(successor.index, size, leaf, successor.proof, root, hash)
    return kind === KINDS.revoked ? 'revoked' : 'replaced'
  }
  if (!status) return 'no status'
  if (verifyStatus(status, file.index, checkpoint, hash) === 'invalid') return 'revoked'
  return isStatusFresh(status, checkpoint.size) ? 'clear' : 'old status'
}

/** Whether the certificate ended with this standing. */
export function isEnded(standing: StateStanding): standing is 'revoked' | 'replaced' {
  return standing === 'revoked' || standing === 'replaced'
}

/** Whether an entry of this kind ends the certificate that it names as its previous entry. */
export function isEnding(kind: number): boolean {
  return kind === KINDS.revoked || kind === KINDS.superseded
}

async function readStatus(
  read: TileReader,
  { status }: AnchorFile,
  { file, hash }: ParsedProof,
  size: bigint,
): Promise<StatusProof | undefined> {
  if (!status || file.index >= status.n) return undefined
  const entryProof = await inclusionFromTiles(read, status.index, size, hash)
  return proveStatus(status, file.index, entryProof, hash)
}
