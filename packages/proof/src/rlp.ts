/**
 * Ethereum's Recursive Length Prefix in strict form: one value has exactly one encoding (Yellow
 * Paper, appendix B).
 */
import { concat, uintBe } from './bytes.ts'
import { must } from './proof-error.ts'

/** A byte string or a list of items. */
export type Rlp = Uint8Array | Rlp[]

/** Encodes an item. */
export function encodeRlp(item: Rlp): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const payload = concat(...item.map(encodeRlp))
    return concat(encodePrefix(0xc0, payload.length), payload)
  }
  if (item.length === 1 && (item[0] as number) < 0x80) return item
  return concat(encodePrefix(0x80, item.length), item)
}

/** Encodes a number without leading zero bytes; zero is the empty byte string. */
export function rlpUint(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  const hex = digits.length % 2 === 0 ? digits : `0${digits}`
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Decodes an item; byte strings are views of the input. @throws ProofError BAD_RLP */
export function decodeRlp(bytes: Uint8Array): Rlp {
  const [item, end] = decodeItem(bytes, 0, 0)
  assertValid(end === bytes.length)
  return item
}

/** Narrows to a list. @throws ProofError BAD_RLP */
export function rlpList(item: Rlp | undefined): Rlp[] {
  assertValid(Array.isArray(item))
  return item
}

/** Narrows to a byte string. @throws ProofError BAD_RLP */
export function rlpBytes(item: Rlp | undefined): Uint8Array {
  assertValid(item instanceof Uint8Array)
  return item
}

const MAX_DEPTH = 16

function decodeItem(bytes: Uint8Array, offset: number, depth: number): [item: Rlp, end: number] {
  const first = bytes[offset]
  assertValid(first !== undefined && depth < MAX_DEPTH)
  if (first < 0x80) return [bytes.subarray(offset, offset + 1), offset + 1]
  const base = first < 0xc0 ? 0x80 : 0xc0
  const [start, end] = payloadRange(bytes, offset, first - base)
  if (base === 0x80) {
    const isSingleByte = end - start === 1 && (bytes[start] as number) < 0x80
    assertValid(!isSingleByte)
    return [bytes.subarray(start, end), end]
  }
  const items: Rlp[] = []
  let position = start
  while (position < end) {
    const [item, next] = decodeItem(bytes, position, depth + 1)
    items.push(item)
    position = next
  }
  assertValid(position === end)
  return [items, end]
}

function payloadRange(
  bytes: Uint8Array,
  offset: number,
  lengthCode: number,
): [start: number, end: number] {
  const width = lengthCode > 55 ? lengthCode - 55 : 0
  const start = offset + 1 + width
  let length = lengthCode
  if (width > 0) {
    length = Number(uintBe(bytes.subarray(offset + 1, start)))
    assertValid(bytes[offset + 1] !== 0 && length > 55)
  }
  assertValid(start + length <= bytes.length)
  return [start, start + length]
}

function encodePrefix(base: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(base + length)
  const bytes = rlpUint(BigInt(length))
  return concat(Uint8Array.of(base + 55 + bytes.length), bytes)
}

function assertValid(condition: unknown): asserts condition {
  must(condition, 'BAD_RLP', 'The data is not valid RLP.')
}
