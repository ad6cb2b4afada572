import { type Bytes, concat } from './cms/encoding.ts'
import { hexDigit, isEndOfLine } from './pdf/characters.ts'
import type { PdfFile } from './pdf/file.ts'
import { isType, type PdfDict } from './pdf/values.ts'

/** What a signature covers: everything in the file up to `end`, except its own `/Contents`. */
export type Coverage = {
  gap: { start: number; end: number }
  end: number
  /** The signature itself, without the zeroes that fill its space. */
  contents: Uint8Array
  /** The index of the revision that it signs. */
  revision: number
}

/**
 * Checks `/ByteRange` (ISO 32000-2, 12.8.1) more strictly than readers do; null if it does not pass:
 *
 * - two ranges, the first from 0, and between them exactly the hexadecimal string of this dictionary's `/Contents`;
 * - in that string nothing but digits, and after the DER structure nothing but zeroes;
 * - the end of the second range is the end of a revision, and the dictionary is in that revision.
 */
export function checkByteRange(dict: PdfDict, file: PdfFile): Coverage | null {
  const range = numbersOf(dict)
  const contents = dict.entries.get('Contents')
  if (!range || !isType(contents, 'string') || !contents.isHex || dict.start < 0) return null
  const [first, gapStart, gapEnd, length] = range
  if (first !== 0 || gapStart !== contents.start || gapEnd !== contents.end) return null
  const end = gapEnd + length
  const revision = findRevision(file, end)
  const { bytes } = file
  if (revision < 0 || dict.start < (file.revisions[revision]?.start ?? 0)) return null
  if (!isPlainHex(bytes, gapStart + 1, gapEnd - 1)) return null
  const der = withoutPadding(contents.bytes)
  if (!der) return null
  return { gap: { start: gapStart, end: gapEnd }, end, contents: der, revision }
}

/** The bytes that a signature covers. */
export function signedBytes(bytes: Uint8Array, { gap, end }: Coverage): Bytes {
  return concat(bytes.subarray(0, gap.start), bytes.subarray(gap.end, end))
}

function numbersOf(dict: PdfDict): [number, number, number, number] | null {
  const range = dict.entries.get('ByteRange')
  if (!isType(range, 'array') || range.items.length !== 4) return null
  const [a, b, c, d] = range.items
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
  return isCount(a) && isCount(b) && isCount(c) && isCount(d) ? [a, b, c, d] : null
}

/** The revision that ends at `end`, its end of line included or not; -1 if there is none. */
function findRevision({ revisions, bytes }: PdfFile, end: number): number {
  return revisions.findIndex((revision, index) => {
    if (end < revision.end || end > bytes.length) return false
    // Nothing but the end of the last line may be between %%EOF and the end of the range.
    if (end > revision.end + 2 || end > (revisions[index + 1]?.sections[0]?.offset ?? end)) {
      return false
    }
    return bytes.subarray(revision.end, end).every(isEndOfLine)
  })
}

function isPlainHex(bytes: Uint8Array, start: number, end: number): boolean {
  if ((end - start) % 2 !== 0) return false
  for (let position = start; position < end; position++) {
    if (hexDigit(bytes[position]) < 0) return false
  }
  return true
}

/** The DER structure at the beginning; null if anything but zeroes follows it. */
function withoutPadding(contents: Uint8Array): Uint8Array | null {
  const size = derSize(contents)
  if (size === null || size > contents.length) return null
  return contents.subarray(size).every((byte) => byte === 0) ? contents.subarray(0, size) : null
}

/** The size of the DER structure with its header; null for an indefinite length, which DER excludes. */
function derSize(bytes: Uint8Array): number | null {
  const first = bytes[1]
  if (bytes[0] !== 0x30 || first === undefined || first === 0x80 || first > 0x84) return null
  if (first < 0x80) return 2 + first
  const count = first & 0x7f
  const length = bytes.subarray(2, 2 + count).reduce((value, byte) => value * 256 + byte, 0)
  return 2 + count + length
}
