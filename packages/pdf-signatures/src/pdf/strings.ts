import { CR, hexDigit, isWhiteSpace, LF } from './characters.ts'
import { UnreadableError } from './values.ts'

type Parsed = { bytes: Uint8Array; end: number }

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** Reads `<…>` at the position (ISO 32000-2, 7.3.4.3). `end` is the position after it. */
export function parseHexString(source: Uint8Array, start: number): Parsed {
  const end = source.indexOf(0x3e, start) + 1
  if (end === 0) throw new UnreadableError('Hexadecimal string without end')
  const bytes = new Uint8Array((end - start) >> 1)
  let count = 0
  for (let position = start + 1; position < end - 1; position++) {
    const digit = hexDigit(source[position])
    if (digit < 0) {
      if (isWhiteSpace(source[position])) continue
      throw new UnreadableError('Not a hexadecimal digit')
    }
    const index = count >> 1
    bytes[index] = count % 2 === 0 ? digit << 4 : (bytes[index] ?? 0) | digit
    count++
  }
  return { bytes: bytes.subarray(0, (count + 1) >> 1), end }
}

/** Reads `(…)` at the position (7.3.4.2). `end` is the position after it. */
export function parseLiteralString(source: Uint8Array, start: number): Parsed {
  const bytes: number[] = []
  let depth = 1
  let position = start + 1
  for (;;) {
    const byte = source[position++]
    if (byte === undefined) throw new UnreadableError('String without end')
    if (byte === 0x5c) {
      position = parseEscape(source, position, bytes)
      continue
    }
    if (byte === 0x28) depth++
    if (byte === 0x29 && --depth === 0) return { bytes: Uint8Array.from(bytes), end: position }
    // Any end of line within a string is a line feed.
    bytes.push(byte === CR ? LF : byte)
    if (byte === CR && source[position] === LF) position++
  }
}

/** Reads what follows a backslash, and returns the position after it. */
function parseEscape(source: Uint8Array, position: number, bytes: number[]): number {
  const byte = source[position]
  if (byte === undefined) throw new UnreadableError('String without end')
  if (byte === CR) return source[position + 1] === LF ? position + 2 : position + 1
  if (byte === LF) return position + 1
  if (byte < 0x30 || byte > 0x37) {
    bytes.push(ESCAPES[String.fromCharCode(byte)] ?? byte)
    return position + 1
  }
  let value = 0
  let end = position
  for (; end < position + 3; end++) {
    const digit = (source[end] ?? 0) - 0x30
    if (digit < 0 || digit > 7) break
    value = value * 8 + digit
  }
  bytes.push(value & 0xff)
  return end
}
