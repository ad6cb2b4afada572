/** The rotations in a proof file, as `[[index, new key, signature, signature of the new key, [hash …]] …]`. */
import type { Cbor } from './cbor.ts'
import { linkRotations, type RecordedRotation } from './log-key-rotation.ts'
import { must } from './proof-error.ts'
import { asArray, asBytes, asHashes, asUint } from './shape.ts'

/** A rotation with the inclusion proof of its entry. */
export type ProvenRotation = RecordedRotation & { proof: Uint8Array[] }

/** Encodes all rotations of a log. What follows from their order is omitted. */
export function rotationsToCbor(rotations: readonly ProvenRotation[]): Cbor {
  return rotations.map(({ index, newKey, newSignature, proof, ...signatures }) => [
    index,
    newKey,
    signatures.oldSignature ?? signatures.operatorSignature ?? new Uint8Array(),
    newSignature,
    proof,
  ])
}

/** Decodes rotations of which the first one replaced `firstKey`. @throws ProofError BAD_SHAPE, BAD_ROTATION */
export function rotationsFromCbor(value: Cbor, firstKey: Uint8Array): ProvenRotation[] {
  const items = asArray(value)
  // The field is absent if there are none, so that a proof file has one form.
  must(items.length > 0, 'BAD_SHAPE', 'An array is missing or has the wrong length.')
  return linkRotations(firstKey, items.map(rotationFromCbor))
}

function rotationFromCbor(item: Cbor) {
  const [index, newKey, signature, newSignature, proof] = asArray(item, 5)
  const other = asBytes(signature)
  return {
    index: asUint(index),
    newKey: asBytes(newKey, 32),
    newSignature: asBytes(newSignature, 64),
    // An Ed25519 signature has 64 bytes, that of a wallet 65.
    ...(other.length === 64 ? { oldSignature: other } : { operatorSignature: other }),
    proof: asHashes(proof),
  }
}
