import { Unzlib } from 'fflate'
import { TooLargeError, UnreadableError } from './values.ts'

/** The input is inflated in pieces of this size, so that the limit is exceeded by at most about a thousand times it. */
const PIECE = 4096

/** Inflates zlib data (RFC 1950) up to `limit` bytes, and throws a `TooLargeError` if there are more. */
export function inflate(data: Uint8Array, limit: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((piece) => {
    pieces.push(piece)
    length += piece.length
  })
  for (let start = 0; start < data.length || start === 0; start += PIECE) {
    const isLast = start + PIECE >= data.length
    pushPiece(stream, data.subarray(start, start + PIECE), isLast)
    if (length > limit) throw new TooLargeError('Stream too long')
  }
  return concat(pieces, length)
}

/** Reverses the PNG predictors that cross-reference and object streams use (ISO 32000-2, 7.4.4.4). */
export function undoPngPredictor(data: Uint8Array, columns: number): Uint8Array {
  const row = columns + 1
  if (columns < 1 || data.length % row !== 0) throw new UnreadableError('Incomplete row')
  const result = new Uint8Array((data.length / row) * columns)
  let above = new Uint8Array(columns)
  for (let index = 0; index < data.length / row; index++) {
    const line = data.subarray(index * row + 1, (index + 1) * row)
    const decoded = result.subarray(index * columns, (index + 1) * columns)
    decodeLine(data[index * row] ?? 0, line, above, decoded)
    above = decoded
  }
  return result
}

function decodeLine(
  filter: number,
  line: Uint8Array,
  above: Uint8Array,
  decoded: Uint8Array,
): void {
  line.forEach((byte, column) => {
    const left = decoded[column - 1] ?? 0
    decoded[column] = byte + predict(filter, left, above[column] ?? 0, above[column - 1] ?? 0)
  })
}

function pushPiece(stream: Unzlib, piece: Uint8Array, isLast: boolean): void {
  try {
    stream.push(piece, isLast)
  } catch {
    throw new UnreadableError('Invalid compressed data')
  }
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter === 4) return paeth(left, up, upLeft)
  throw new UnreadableError('Unknown predictor')
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toUpLeft = Math.abs(estimate - upLeft)
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

function concat(pieces: Uint8Array[], length: number): Uint8Array {
  const result = new Uint8Array(length)
  let position = 0
  for (const piece of pieces) {
    result.set(piece, position)
    position += piece.length
  }
  return result
}
