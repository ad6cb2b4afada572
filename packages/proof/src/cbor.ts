/**
 * Deterministic CBOR (RFC 8949 §4.2.1), limited to what proofs need: unsigned integers, byte
 * strings, text, arrays, and maps with text keys. Everything else, including any alternative
 * encoding of the same value, is rejected: one value has exactly one encoding.
 */
import { concat, fromUtf8, uintBe, utf8 } from './bytes.ts'
import { must } from './proof-error.ts'

/** A value that can be encoded. Integers decode to bigint. */
export type Cbor = bigint | string | Uint8Array | Cbor[] | { [key: string]: Cbor }

const MAX_DEPTH = 8

/** Encodes a value deterministically. */
export function encodeCbor(value: Cbor): Uint8Array {
  if (typeof value === 'bigint') return encodeHead(0, value)
  if (value instanceof Uint8Array) return concat(encodeHead(2, value.length), value)
  if (typeof value === 'string') return encodeText(value)
  if (Array.isArray(value)) return concat(encodeHead(4, value.length), ...value.map(encodeCbor))
  const pairs = Object.entries(value).map(
    ([key, item]) => [encodeText(key), encodeCbor(item)] as const,
  )
  pairs.sort((a, b) => compare(a[0], b[0]))
  return concat(encodeHead(5, pairs.length), ...pairs.flat())
}

/**
 * Decodes a value.
 *
 * @throws ProofError BAD_CBOR for any bytes that {@link encodeCbor} would not produce
 */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const cursor = { offset: 0 }
  const value = decodeItem(bytes, cursor, 0)
  assertValid(cursor.offset === bytes.length)
  return value
}

function encodeText(text: string): Uint8Array {
  const bytes = utf8(text)
  return concat(encodeHead(3, bytes.length), bytes)
}

function encodeHead(major: number, argument: bigint | number): Uint8Array {
  const value = BigInt(argument)
  const first = major << 5
  if (value < 24n) return Uint8Array.of(first | Number(value))
  const power = value < 1n << 8n ? 0 : value < 1n << 16n ? 1 : value < 1n << 32n ? 2 : 3
  const bytes = new Uint8Array(9)
  new DataView(bytes.buffer).setBigUint64(1, value)
  const width = 1 << power
  bytes[8 - width] = first | (24 + power)
  return bytes.slice(8 - width)
}

type Cursor = { offset: number }

function decodeItem(bytes: Uint8Array, cursor: Cursor, depth: number): Cbor {
  assertValid(depth <= MAX_DEPTH)
  const [major, argument] = decodeHead(bytes, cursor)
  if (major === 0) return argument
  const length = Number(argument)
  if (major === 2) return readBytes(bytes, cursor, length).slice()
  if (major === 3) return fromUtf8(readBytes(bytes, cursor, length))
  // Each item takes at least one byte, so an impossible count is rejected before allocating
  // anything.
  assertValid(length <= bytes.length - cursor.offset)
  if (major === 4) return Array.from({ length }, () => decodeItem(bytes, cursor, depth + 1))
  assertValid(major === 5)
  return decodeMap(bytes, cursor, length, depth)
}

function decodeMap(bytes: Uint8Array, cursor: Cursor, length: number, depth: number): Cbor {
  const map: { [key: string]: Cbor } = Object.create(null)
  let previousKey: Uint8Array | undefined
  for (let i = 0; i < length; i++) {
    const start = cursor.offset
    const key = decodeItem(bytes, cursor, depth + 1)
    assertValid(typeof key === 'string')
    const encoded = bytes.subarray(start, cursor.offset)
    assertValid(!previousKey || compare(previousKey, encoded) < 0)
    previousKey = encoded
    map[key] = decodeItem(bytes, cursor, depth + 1)
  }
  return map
}

function decodeHead(bytes: Uint8Array, cursor: Cursor): [major: number, argument: bigint] {
  const first = readBytes(bytes, cursor, 1)[0] as number
  const info = first & 31
  if (info < 24) return [first >> 5, BigInt(info)]
  assertValid(info < 28)
  const argument = uintBe(readBytes(bytes, cursor, 1 << (info - 24)))
  const minimum = info === 24 ? 24n : 1n << BigInt(1 << (info - 22))
  assertValid(argument >= minimum)
  return [first >> 5, argument]
}

function readBytes(bytes: Uint8Array, cursor: Cursor, length: number): Uint8Array {
  assertValid(cursor.offset + length <= bytes.length)
  cursor.offset += length
  return bytes.subarray(cursor.offset - length, cursor.offset)
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function assertValid(condition: unknown): asserts condition {
  must(condition, 'BAD_CBOR', 'The data is not valid CBOR.')
}
