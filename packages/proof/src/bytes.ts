/**
 * Conversions between bytes and text. For each byte string, every decoder except `from0x` accepts exactly one text, so
 * that a change to any character of a proof is detected.
 */
import { must } from './proof-error.ts'

const encoder = new TextEncoder()
// ignoreBOM: a decoder that strips a leading U+FEFF would decode two byte strings to the same text.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Encodes text as UTF-8.
 *
 * @throws ProofError NOT_TEXT for a lone surrogate, which has no UTF-8 encoding
 */
export function utf8(text: string): Uint8Array {
  must(!/\p{Cs}/u.test(text), 'NOT_TEXT', 'The text contains half of a surrogate pair.')
  return encoder.encode(text)
}

/** Decodes UTF-8. @throws ProofError NOT_TEXT when the bytes are not valid UTF-8 */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    must(false, 'NOT_TEXT', 'The bytes are not valid UTF-8.')
  }
}

/** Encodes bytes as lower-case hex without 0x. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i] as number]
  return text
}

/** Decodes lower-case hex without 0x. @throws ProofError BAD_HEX */
export function fromHex(text: string): Uint8Array {
  must(/^([0-9a-f]{2})*$/.test(text), 'BAD_HEX', 'Expected lower-case hex.')
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)
  }
  return bytes
}

/** Encodes bytes as hex with 0x, as Ethereum does for data, addresses and hashes. */
export function to0x(bytes: Uint8Array): string {
  return `0x${toHex(bytes)}`
}

/** Decodes 0x-prefixed hex in either case. @throws ProofError BAD_HEX */
export function from0x(text: string): Uint8Array {
  must(text.startsWith('0x'), 'BAD_HEX', 'Expected hex that starts with 0x.')
  return fromHex(text.slice(2).toLowerCase())
}

/** Encodes bytes as standard base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  }
  return btoa(text)
}

/**
 * Decodes canonical base64: padded, no white space, unused bits zero.
 *
 * @throws ProofError BAD_BASE64
 */
export function fromBase64(text: string): Uint8Array {
  let binary = ''
  try {
    binary = atob(text)
  } catch {
    must(false, 'BAD_BASE64', 'Expected standard base64.')
  }
  // atob ignores white space, missing padding and non-zero unused bits. The first two change the
  // length or the last four characters, and the third changes the last four, so comparing the
  // length and re-encoding the last group detects all three.
  const last = Math.floor((binary.length - 1) / 3) * 3
  const isValid = text.length === Math.ceil(binary.length / 3) * 4
  must(
    isValid && (binary === '' || text.endsWith(btoa(binary.slice(last)))),
    'BAD_BASE64',
    'Expected canonical base64.',
  )
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Encodes bytes as URL-safe base64 without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes canonical unpadded URL-safe base64. @throws ProofError BAD_BASE64 */
export function fromBase64Url(text: string): Uint8Array {
  must(/^[\w-]*$/.test(text), 'BAD_BASE64', 'Expected URL-safe base64 without padding.')
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(standard + '='.repeat((4 - (standard.length % 4)) % 4))
}

/** Concatenates byte arrays. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const joined = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Compares two byte arrays. Not constant time: nothing compared here is secret. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Encodes a number as two bytes, big-endian. */
export function u16be(value: number): Uint8Array {
  must(value >= 0 && value <= 0xffff, 'OUT_OF_RANGE', '{value} does not fit in 16 bits.', { value })
  return Uint8Array.of(value >> 8, value & 0xff)
}

/** Encodes a number as eight bytes, big-endian. */
export function u64be(value: bigint): Uint8Array {
  must(value >= 0n && value < 1n << 64n, 'OUT_OF_RANGE', '{value} does not fit in 64 bits.', {
    value,
  })
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

/** Decodes an unsigned big-endian number of any length; zero for an empty array. */
export function uintBe(bytes: Uint8Array): bigint {
  if (bytes.length > 6) return BigInt(to0x(bytes))
  // Six bytes fit exactly in a number, and computing with a number is ten times as fast as with a bigint.
  let value = 0
  for (let i = 0; i < bytes.length; i++) value = value * 256 + (bytes[i] as number)
  return BigInt(value)
}

/** Parses the decimal text of a uint64 without leading zeroes. @throws ProofError BAD_NUMBER */
export function parseU64(text: string): bigint {
  const isValid = /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) < 1n << 64n
  must(isValid, 'BAD_NUMBER', 'Expected a decimal number below 2^64 without leading zeroes.')
  return BigInt(text)
}

/** Returns bytes from the platform's cryptographic random source. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
