/** Narrowing of decoded CBOR to the shape a format asks for. Each throws ProofError BAD_SHAPE. */
import type { Cbor } from './cbor.ts'
import { must } from './proof-error.ts'

/** An array of exactly this many items; of any number when none is given. */
export function asArray(value: Cbor | undefined, length?: number): Cbor[] {
  const good = Array.isArray(value) && (length === undefined || value.length === length)
  must(good, 'BAD_SHAPE', 'Expected an array of another length.')
  return value
}

/** Bytes, of exactly this length when one is given. */
export function asBytes(value: Cbor | undefined, length?: number): Uint8Array {
  const good = value instanceof Uint8Array && (length === undefined || value.length === length)
  must(good, 'BAD_SHAPE', 'Expected a byte string of another length.')
  return value
}

/** An unsigned integer. */
export function asUint(value: Cbor | undefined): bigint {
  must(typeof value === 'bigint', 'BAD_SHAPE', 'Expected an unsigned integer.')
  return value
}

/** Text. */
export function asText(value: Cbor | undefined): string {
  must(typeof value === 'string', 'BAD_SHAPE', 'Expected text.')
  return value
}

/** Hashes of 32 bytes each. */
export function asHashes(value: Cbor | undefined): Uint8Array[] {
  return asArray(value).map((item) => asBytes(item, 32))
}

/** A map that has no keys but these. */
export function asMap(value: Cbor, keys: readonly string[]): { [key: string]: Cbor } {
  const isMap = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
  must(isMap, 'BAD_SHAPE', 'Expected a map.')
  for (const key of Object.keys(value)) {
    must(keys.includes(key), 'BAD_SHAPE', `There is no field ${key} here.`)
  }
  return value
}
