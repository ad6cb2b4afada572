/**
 * Narrows decoded CBOR to the types that a format requires. Each function throws ProofError
 * BAD_SHAPE.
 */
import type { Cbor } from './cbor.ts'
import { must } from './proof-error.ts'

/** Narrows to an array, of exactly this length if given. */
export function asArray(value: Cbor | undefined, length?: number): Cbor[] {
  const isValid = Array.isArray(value) && (length === undefined || value.length === length)
  assertValid(isValid)
  return value
}

/** Narrows to bytes, of exactly this length if given. */
export function asBytes(value: Cbor | undefined, length?: number): Uint8Array {
  const isValid = value instanceof Uint8Array && (length === undefined || value.length === length)
  assertValid(isValid)
  return value
}

/** Narrows to an unsigned integer. */
export function asUint(value: Cbor | undefined): bigint {
  assertValid(typeof value === 'bigint')
  return value
}

/** Narrows to text. */
export function asText(value: Cbor | undefined): string {
  assertValid(typeof value === 'string')
  return value
}

/** Narrows to a list of 32-byte hashes. */
export function asHashes(value: Cbor | undefined): Uint8Array[] {
  return asArray(value).map((item) => asBytes(item, 32))
}

/** Narrows to a map with no keys other than these. */
export function asMap(value: Cbor, keys: readonly string[]): { [key: string]: Cbor } {
  const isMap = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
  assertValid(isMap)
  for (const key of Object.keys(value)) {
    must(keys.includes(key), 'BAD_SHAPE', 'Unknown field {key}.', { key })
  }
  return value
}

function assertValid(condition: unknown): asserts condition {
  must(condition, 'BAD_SHAPE', 'A part of the proof has the wrong form.')
}
