import { randomBytes } from 'node:crypto'

/** A random serial number of 126 bits in hexadecimal, positive and without a leading zero byte (RFC 5280, 4.1.2.2). */
export function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}
