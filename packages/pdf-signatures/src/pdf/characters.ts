/** Character classes of PDF files (ISO 32000-2, 7.2.3). */

const WHITE_SPACE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))

export const LF = 10
export const CR = 13

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte !== undefined && WHITE_SPACE.has(byte)
}

export function isEndOfLine(byte: number | undefined): boolean {
  return byte === LF || byte === CR
}

/** Whether a token ends before this byte. The end of the file ends it too. */
export function isTokenEnd(byte: number | undefined): boolean {
  return byte === undefined || WHITE_SPACE.has(byte) || DELIMITERS.has(byte)
}

/** The value of a hexadecimal digit; -1 for any other byte. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** Whether the bytes at the position are these ASCII characters. */
export function hasText(bytes: Uint8Array, position: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[position + index] !== text.charCodeAt(index)) return false
  }
  return true
}

export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The position of the first byte that is neither white space nor in a comment. */
export function afterSpace(bytes: Uint8Array, start: number): number {
  let position = start
  for (;;) {
    if (bytes[position] === 0x25) {
      while (position < bytes.length && !isEndOfLine(bytes[position])) position++
    } else if (isWhiteSpace(bytes[position])) position++
    else return position
  }
}
