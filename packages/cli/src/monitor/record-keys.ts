/** Which keys may sign the states of a record: those of the policy, and those that replaced them. */
import { equal } from '@inkproof/proof/bytes'
import { type Checkpoint, openCheckpoint, readCheckpoint } from '@inkproof/proof/checkpoint'
import type { RecordedRotation } from '@inkproof/proof/log-key-rotation'
import { applyRotations, findUnacceptedKey } from '@inkproof/proof/log-keys'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { formatVkey, parseVkey, type VerifierKey } from '@inkproof/proof/note'
import { continuesKeys, isKeyTrusted, type TrustedRecord } from '@inkproof/proof/policy'
import { Contradiction } from './contradiction.ts'
import type { PinnedRecord } from './record-policy.ts'

/** The rotations that the record publishes, with valid signatures. */
export type Rotations = readonly RecordedRotation[]

/**
 * Verifies that a key of the record, which may sign states of this size, signed the checkpoint.
 *
 * @param path the file of the checkpoint, for the report
 * @throws Contradiction KEY_REPLACED when only a key that was replaced signed it, KEY_NOT_ACCEPTED when only the operator
 * named its key; ProofError as `openCheckpoint`; Error when no key may sign this size
 */
export function openRecordCheckpoint(
  note: string,
  pinned: PinnedRecord,
  rotations: Rotations,
  path: string,
): Checkpoint {
  const { size } = readCheckpoint(note)
  const trusted = toTrusted(pinned)
  const record = applyRotations(trusted, rotations)
  const known = [...trusted.keys, ...record.keys].map(({ key }) => key)
  const signers = known.filter((key) => isSignedByKey(note, key))
  const signer = signers.find((key) => isKeyTrusted(record, key, size))
  if (signer) return openCheckpoint(note, signer, nodeEd25519)
  const included = rotations.filter(({ index }) => index < size)
  const unaccepted = findUnacceptedKey(trusted, included)
  if (unaccepted && signers.length === 0)
    throw new Contradiction('KEY_NOT_ACCEPTED', `${unaccepted.message}.`, { path })
  // Throws, with the reason.
  if (signers.length === 0) return openCheckpoint(note, trusted.keys[0].key, nodeEd25519)
  const replaced = signers.find(({ publicKey }) =>
    included.some(({ oldKey }) => equal(oldKey, publicKey)),
  )
  if (!replaced) throw new Error(`no key of the policy may sign a state of ${size} entries`)
  throw new Contradiction(
    'KEY_REPLACED',
    `The state of ${size} entries is signed by a key that was replaced before.`,
    { path, found: formatVkey(replaced), evidence: { now: note } },
  )
}

/**
 * Whether the keys of a published policy are those of the pinned one, or have been changed as the rotations require.
 */
export function areKeysExpected(
  pinned: PinnedRecord,
  published: PinnedRecord,
  rotations: Rotations,
): boolean {
  const [before, now] = [toTrusted(pinned), toTrusted(published)]
  const rotated = applyRotations(before, rotations)
  const isRotated = now.keys.every(
    ({ key, fromSize }) =>
      before.keys.some((one) => formatVkey(one.key) === formatVkey(key)) ||
      isKeyTrusted(rotated, key, fromSize),
  )
  return isRotated && continuesKeys(now, before)
}

/** Whether a checkpoint is validly signed by this key. */
export function isSignedByKey(note: string, key: VerifierKey): boolean {
  try {
    return openCheckpoint(note, key, nodeEd25519) !== undefined
  } catch {
    return false
  }
}

/** Only the keys are used. */
function toTrusted({ origin, logKeys }: PinnedRecord): TrustedRecord {
  const keys = logKeys.map(({ key, fromSize, toSize }) => ({
    key: parseVkey(key),
    fromSize: BigInt(fromSize),
    toSize: toSize === null ? null : BigInt(toSize),
  }))
  const unused = { confirmations: 1, witnesses: null, url: '' }
  return { origin, keys: keys as unknown as TrustedRecord['keys'], ...unused }
}
