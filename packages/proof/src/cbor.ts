/**
 * Deterministic CBOR (RFC 8949 §4.2.1), the part that proofs need: unsigned integers, byte strings,
 * text, arrays, and maps with text keys. Everything else, and every second way of writing the
 * same thing, is refused: one value has one encoding.
 */
import { concat, fromUtf8, uintBe, utf8 } from './bytes.ts'
import { must } from './proof-error.ts'

/** What can be encoded. Decoding gives integers as bigint. */
export type Cbor = bigint | string | Uint8Array | Cbor[] | { [key: string]: Cbor }

const MAX_DEPTH = 8

/** The one encoding of a value. */
export function encodeCbor(value: Cbor): Uint8Array {
  if (typeof value === 'bigint') return head(0, value)
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  if (typeof value === 'string') return encodeText(value)
  if (Array.isArray(value)) return concat(head(4, value.length), ...value.map(encodeCbor))
  const pairs = Object.entries(value).map(
    ([key, item]) => [encodeText(key), encodeCbor(item)] as const,
  )
  pairs.sort((a, b) => compare(a[0], b[0]))
  return concat(head(5, pairs.length), ...pairs.flat())
}

/** The value of an encoding. @throws ProofError BAD_CBOR for anything that {@link encodeCbor} would not write */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const at = { offset: 0 }
  const value = decodeItem(bytes, at, 0)
  must(at.offset === bytes.length, 'BAD_CBOR', 'There are bytes after the end of the CBOR item.')
  return value
}

function encodeText(text: string): Uint8Array {
  const bytes = utf8(text)
  return concat(head(3, bytes.length), bytes)
}

function head(major: number, argument: bigint | number): Uint8Array {
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

function decodeItem(bytes: Uint8Array, at: Cursor, depth: number): Cbor {
  must(depth <= MAX_DEPTH, 'BAD_CBOR', 'The CBOR is nested too deeply.')
  const [major, argument] = decodeHead(bytes, at)
  if (major === 0) return argument
  const length = Number(argument)
  if (major === 2) return take(bytes, at, length).slice()
  if (major === 3) return fromUtf8(take(bytes, at, length))
  // Each item takes a byte at least, so a longer count is refused before anything is made for it.
  must(length <= bytes.length - at.offset, 'BAD_CBOR', 'The CBOR ends too early.')
  if (major === 4) return Array.from({ length }, () => decodeItem(bytes, at, depth + 1))
  must(major === 5, 'BAD_CBOR', `CBOR major type ${major} is not used here.`)
  return decodeMap(bytes, at, length, depth)
}

function decodeMap(bytes: Uint8Array, at: Cursor, length: number, depth: number): Cbor {
  const map: { [key: string]: Cbor } = Object.create(null)
  let before: Uint8Array | undefined
  for (let i = 0; i < length; i++) {
    const start = at.offset
    const key = decodeItem(bytes, at, depth + 1)
    must(typeof key === 'string', 'BAD_CBOR', 'A key of a CBOR map is not text.')
    const encoded = bytes.subarray(start, at.offset)
    must(!before || compare(before, encoded) < 0, 'BAD_CBOR', 'CBOR keys are not in order.')
    before = encoded
    map[key] = decodeItem(bytes, at, depth + 1)
  }
  return map
}

function decodeHead(bytes: Uint8Array, at: Cursor): [major: number, argument: bigint] {
  const first = take(bytes, at, 1)[0] as number
  const info = first & 31
  if (info < 24) return [first >> 5, BigInt(info)]
  must(info < 28, 'BAD_CBOR', 'The CBOR uses a reserved or indefinite length.')
  const argument = uintBe(take(bytes, at, 1 << (info - 24)))
  const least = info === 24 ? 24n : 1n << BigInt(1 << (info - 22))
  must(argument >= least, 'BAD_CBOR', 'A CBOR number is not in its shortest form.')
  return [first >> 5, argument]
}

function take(bytes: Uint8Array, at: Cursor, length: number): Uint8Array {
  must(at.offset + length <= bytes.length, 'BAD_CBOR', 'The CBOR ends too early.')
  at.offset += length
  return bytes.subarray(at.offset - length, at.offset)
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
