/** Which keys sign the states of a log whose key was rotated, and which of them a reader trusts. */
import { equal } from './bytes.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { type RecordedRotation, rotationEntry, verifyRotation } from './log-key-rotation.ts'
import { formatVkey, type VerifierKey, verifierKey } from './note.ts'
import type { ParsedProof } from './parsed-proof.ts'
import { isKeyListed, type TrustedKey, type TrustedRecord } from './policy.ts'
import { ProofError } from './proof-error.ts'
import type { ProvenRotation } from './rotation-codec.ts'
import type { Sha256 } from './sha256.ts'
import type { TileReader } from './tile.ts'
import { inclusionFromTiles } from './tile-proofs.ts'
import { leafHash, verifyInclusion } from './tree.ts'

/** The first key of a log, and what replaced it. */
type FileKeys = { logKey: Uint8Array; rotations?: readonly RecordedRotation[] | undefined }

/** Returns the key that, according to a proof file, signs states of this size. @throws ProofError BAD_KEY */
export function keyForSize(
  { logKey, rotations = [] }: FileKeys,
  origin: string,
  size: bigint,
): VerifierKey {
  const rotation = rotations.filter(({ index }) => index < size).at(-1)
  return verifierKey(origin, rotation?.newKey ?? logKey)
}

/** Builds the inclusion proofs of the rotations that are in a state of this size. */
export async function proveRotations(
  read: TileReader,
  rotations: readonly RecordedRotation[],
  size: bigint,
  hash?: Sha256,
): Promise<ProvenRotation[]> {
  const included = rotations.filter(({ index }) => index < size)
  return await Promise.all(
    included.map(async (rotation) => ({
      ...rotation,
      proof: await inclusionFromTiles(read, rotation.index, size, hash),
    })),
  )
}

/** Verifies the rotations in a proof file; their entries must be in its newest state. @throws ProofError */
export function verifyProofRotations(parsed: ParsedProof, record: TrustedRecord | undefined): void {
  const { rotations = [], newer } = parsed.file
  const newest = newer ? readCheckpoint(newer.checkpoint) : parsed.checkpoint
  verifyRotations(rotations, newest, parsed, record)
}

/**
 * Verifies the signatures of rotations, and that their entries are in this state.
 *
 * @throws ProofError BAD_ROTATION, or any error of `verifyInclusion`
 */
export function verifyRotations(
  rotations: readonly ProvenRotation[],
  { origin, size, root }: Checkpoint,
  { file, hash, verifySignature }: ParsedProof,
  record: TrustedRecord | undefined,
): void {
  const operators = record?.chain?.operators ?? (file.chain ? [file.chain.operator] : 'unknown')
  for (const rotation of rotations) {
    verifyRotation(origin, rotation, operators, verifySignature, hash)
    const leaf = leafHash(rotationEntry(origin, rotation, hash), hash)
    verifyInclusion(rotation.index, size, leaf, rotation.proof, root, hash)
  }
}

/**
 * Applies verified rotations to the keys that a reader trusts. A rotation divides the sizes for which one of its keys is
 * trusted: states with the entry belong to the new key, and earlier ones to the old key. So the limits of a policy are
 * never extended. If only the operator signed, trust in the old key is limited but not passed on.
 */
export function applyRotations(
  record: TrustedRecord,
  rotations: readonly RecordedRotation[] = [],
): TrustedRecord {
  // Backward first: a reader may trust only the newest key.
  const keys = [...[...rotations].reverse(), ...rotations].reduce<readonly TrustedKey[]>(
    (trusted, rotation) => trusted.flatMap((item) => divide(item, rotation)),
    record.keys,
  )
  return { ...record, keys: keys as TrustedRecord['keys'] }
}

/** Returns the error for a new key that only the operator has signed and the reader does not trust, if there is one. */
export function findUnacceptedKey(
  record: TrustedRecord,
  rotations: readonly RecordedRotation[] = [],
): ProofError | undefined {
  const rotation = rotations.find(
    ({ oldSignature, newKey }) => !oldSignature && !isKeyListed(record, { publicKey: newKey }),
  )
  return (
    rotation &&
    new ProofError(
      'LOG_KEY_NOT_ACCEPTED',
      'The operator replaced the record’s key without the old key. To accept the new key, trust it too: {key}',
      { key: formatVkey(verifierKey(record.origin, rotation.newKey)) },
    )
  )
}

function divide(trusted: TrustedKey, rotation: RecordedRotation): TrustedKey[] {
  const { key, fromSize, toSize } = trusted
  const { index, oldKey, newKey, oldSignature } = rotation
  const isNew = equal(key.publicKey, newKey)
  if (!isNew && !equal(key.publicKey, oldKey)) return [trusted]
  const before = {
    key: verifierKey(key.name, oldKey),
    fromSize,
    toSize: toSize !== null && toSize < index ? toSize : index,
  }
  const after = {
    key: verifierKey(key.name, newKey),
    fromSize: fromSize > index ? fromSize : index + 1n,
    toSize,
  }
  const parts: TrustedKey[] = isNew || oldSignature ? [before, after] : [before]
  // Without the empty parts, there are never more parts than rotations.
  return parts.filter((part) => part.toSize === null || part.fromSize <= part.toSize)
}
