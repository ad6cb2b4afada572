/** The keys of the log, and the rotations that introduced them. */
import { fromHex, toHex } from '@inkproof/proof/bytes'
import type { LogKeyRotation, RecordedRotation } from '@inkproof/proof/log-key-rotation'
import {
  formatVkey,
  isSignedBy,
  parseNote,
  type VerifierKey,
  verifierKey,
} from '@inkproof/proof/note'
import type { PolicyJson } from '@inkproof/proof/policy'
import type { LogKeyRow } from './log-keys.model.ts'

/** Returns the verifier keys of rows, in the order of their use. */
export function verifierKeysOf(origin: string, rows: readonly LogKeyRow[]): VerifierKey[] {
  return rows.map(({ publicKey }) => verifierKey(origin, fromHex(publicKey)))
}

/** Returns the rotations of rows: one for each key after the first. */
export function rotationsOf(rows: readonly LogKeyRow[]): LogKeyRotation[] {
  return rows.slice(1).map((row, i) => ({
    sequence: BigInt(i),
    oldKey: fromHex((rows[i] as LogKeyRow).publicKey),
    newKey: fromHex(row.publicKey),
    newSignature: fromHex(row.newSignature ?? ''),
    oldSignature: row.oldSignature === undefined ? undefined : fromHex(row.oldSignature),
    operatorSignature:
      row.operatorSignature === undefined ? undefined : fromHex(row.operatorSignature),
  }))
}

/** Returns the rotations whose entries are appended. */
export function recordedRotationsOf(rows: readonly LogKeyRow[]): RecordedRotation[] {
  return rotationsOf(rows).flatMap((rotation, i) => {
    const { index } = rows[i + 1] as LogKeyRow
    return index === undefined ? [] : [{ ...rotation, index: BigInt(index) }]
  })
}

/** Returns the row of the key that a rotation introduces. `index` is that of its entry, if it is known. */
export function rowOf(rotation: LogKeyRotation, index?: number): LogKeyRow {
  const { sequence, newKey, newSignature, oldSignature, operatorSignature } = rotation
  return {
    _id: Number(sequence) + 1,
    publicKey: toHex(newKey),
    newSignature: toHex(newSignature),
    ...(oldSignature && { oldSignature: toHex(oldSignature) }),
    ...(operatorSignature && { operatorSignature: toHex(operatorSignature) }),
    ...(index !== undefined && { index }),
  }
}

/**
 * Returns the keys as the policy lists them, with the anchored sizes that each may sign. The first anchor with the entry
 * of a rotation ends the sizes of the old key and starts those of the new one; until it is final, only the old key is
 * listed, which also signs. A lost key ends at the entry itself.
 *
 * So each version of the policy agrees with the earlier ones.
 */
export function policyKeysOf(
  origin: string,
  rows: readonly LogKeyRow[],
): PolicyJson['records'][number]['logKeys'] {
  const keys = verifierKeysOf(origin, rows)
  return rows.flatMap((row, i) => {
    const [from, to] = [limitOf(row), rows[i + 1] && limitOf(rows[i + 1] as LogKeyRow)]
    if (row._id > 0 && !from) return []
    return [
      {
        key: formatVkey(keys[i] as VerifierKey),
        ...(from && { fromSize: from.fromSize }),
        ...(to && { toSize: to.toSize }),
      },
    ]
  })
}

/** Returns the sizes at which a key replaces the one before; undefined while they are not known. */
function limitOf({ index, anchoredSize, operatorSignature }: LogKeyRow) {
  if (operatorSignature !== undefined && index !== undefined)
    return { toSize: index, fromSize: index + 1 }
  return anchoredSize === undefined ? undefined : { toSize: anchoredSize, fromSize: anchoredSize }
}

/**
 * Returns the first of these keys that a note names as a signer; undefined if there is none. The signature itself is not
 * verified.
 *
 * @throws ProofError BAD_NOTE, BAD_BASE64
 */
export function findSigner<Key extends VerifierKey>(
  note: string,
  keys: readonly Key[],
): Key | undefined {
  const { signatures } = parseNote(note)
  return keys.find((key) => signatures.some((line) => isSignedBy(line, key)))
}
