import { findByteRanges } from './detect.ts'
import { latin1 } from './pdf/characters.ts'
import { catalogOf, PdfDocument } from './pdf/document.ts'
import { MAX_VALUES, openFile, type PdfFile } from './pdf/file.ts'
import { UnreadableError } from './pdf/values.ts'

const MAX_CANDIDATES = 200

/**
 * Opens the file. If its end cannot be read without guessing, opens the longest part of it that a signature claims to
 * cover and that can be read: what follows that part is then reported as unreadable. Null if there is none.
 */
export function openLongest(bytes: Uint8Array): PdfFile | null {
  // All attempts together are limited.
  const budget = { values: MAX_VALUES }
  for (const size of [bytes.length, ...claimedSizes(bytes)]) {
    try {
      const file = openFile(bytes, size, budget)
      catalogOf(new PdfDocument(file, file.revisions.length - 1))
      return file
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
    }
  }
  return null
}

/** The ends of all byte ranges, longest first. */
function claimedSizes(bytes: Uint8Array): number[] {
  const sizes = findByteRanges(bytes, MAX_CANDIDATES).flatMap((position) => {
    const text = latin1(bytes.subarray(position, position + 100))
    const match = /^\/ByteRange\s*\[\s*\d+\s+\d+\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(text)
    const size = match ? Number(match[1]) + Number(match[2]) : 0
    return size > 0 && size < bytes.length ? [size] : []
  })
  return [...new Set(sizes)].sort((first, second) => second - first)
}
