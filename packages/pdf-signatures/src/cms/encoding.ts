import { fromBER } from 'asn1js'
import type { Integrity, InvalidSignature } from '../report.ts'

/** Bytes that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

export const INTACT: Integrity = { status: 'intact' }

export function invalid(code: InvalidSignature): Integrity {
  return { status: 'invalid', code }
}

/** The first ASN.1 structure in the bytes; null if there is none or if bytes follow it. */
export function parseDer(bytes: Uint8Array): ReturnType<typeof fromBER>['result'] | null {
  const { offset, result } = fromBER(new Uint8Array(bytes))
  return offset === bytes.length ? result : null
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function isEqual(first: Uint8Array, second: Uint8Array): boolean {
  return first.length === second.length && first.every((byte, index) => byte === second[index])
}

export function concat(...parts: Uint8Array[]): Bytes {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let position = 0
  for (const part of parts) {
    result.set(part, position)
    position += part.length
  }
  return result
}

export async function digest(algorithm: string, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes))
}

/** The result of `parse`, or null if it throws: the ASN.1 libraries throw for input that they cannot read. */
export function parseOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch {
    return null
  }
}
