/** Encodes DER (X.690). Values are bytes, so that certificates and tokens are embedded as they are. */
import { Integer, ObjectIdentifier } from 'asn1js'

const INTEGER = 0x02
const OCTET_STRING = 0x04
const SEQUENCE = 0x30
const SET = 0x31
const CONTEXT_CONSTRUCTED = 0xa0

export const NULL = Buffer.of(5, 0)
export const TRUE = Buffer.of(1, 1, 0xff)

export const sequence = (...items: Uint8Array[]) => encode(SEQUENCE, items)
/** A SET OF: DER sorts its elements by their encodings (11.6). */
export const setOf = (...items: Uint8Array[]) => encode(SET, [...items].sort(Buffer.compare))
/** A constructed context-specific value: explicit tags around one value, or implicit tags of sequences and sets. */
export const tagged = (tag: number, ...items: Uint8Array[]) =>
  encode(CONTEXT_CONSTRUCTED | tag, items)
export const octets = (value: Uint8Array) => encode(OCTET_STRING, [value])
export const oid = (value: string) => Buffer.from(new ObjectIdentifier({ value }).toBER())
export const integer = (value: number) => Buffer.from(new Integer({ value }).toBER())

/** A non-negative integer in the fewest bytes: DER permits no padding, and pyHanko rejects it. */
export function unsignedInteger(value: bigint): Buffer {
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0
  return encode(INTEGER, isNegative ? [Buffer.of(0), bytes] : [bytes])
}

/** Tag, length and the concatenated items. */
export function encode(tag: number, items: Uint8Array[]): Buffer {
  const body = Buffer.concat(items)
  return Buffer.concat([Buffer.of(tag), lengthOctets(body.length), body])
}

/** A copy in a buffer of its own, as asn1js expects. */
export function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function lengthOctets(length: number): Buffer {
  if (length < 128) return Buffer.of(length)
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes])
}
