import { hasText, isWhiteSpace, latin1 } from './characters.ts'
import { type Budget, PdfParser } from './parser.ts'
import { TooLargeError, UnreadableError } from './values.ts'
import { readXrefSection, type XrefSection } from './xref-section.ts'

/** One revision: what an incremental update appended, or the original file (ISO 32000-2, 7.5.6). */
export type Revision = {
  /** Where the bytes of this revision begin: the end of the revision before it. */
  start: number
  /** The position after `%%EOF`. */
  end: number
  /** Newest first; two in a linearized file (annex F), otherwise one. */
  sections: XrefSection[]
}

/** More incremental updates than are checked. */
const MAX_REVISIONS = 250
/** The longest `startxref`, number, `%%EOF` and white space. */
const TAIL_LENGTH = 1024

/**
 * Reads the revisions of the first `size` bytes, oldest first, following the cross-reference sections from the end.
 *
 * Each revision must end with `startxref`, the offset of its own section and `%%EOF`, after the revision before it. So a
 * reader that goes by the last `startxref` and one that goes by the parts of the file see the same objects; otherwise an
 * `UnreadableError` is thrown.
 */
export function readRevisions(bytes: Uint8Array, size: number, budget: Budget): Revision[] {
  const file = bytes.subarray(0, size)
  if (!hasText(file, 0, '%PDF-')) throw new UnreadableError('No header')
  const { offset, end } = readLastStartXref(file)
  const sections = readChain(file, offset, budget)
  const revisions = toRevisions(file, sections, budget)
  if (revisions.at(-1)?.end !== end) throw new UnreadableError('Not the last revision')
  return revisions
}

function readLastStartXref(file: Uint8Array): { offset: number; end: number } {
  let end = file.length
  while (end > 0 && isWhiteSpace(file[end - 1])) end--
  const tail = latin1(file.subarray(Math.max(0, end - TAIL_LENGTH), end))
  const match = /startxref\s+(\d{1,10})\s+%%EOF$/.exec(tail)
  if (!match) throw new UnreadableError('No startxref at the end')
  return { offset: Number(match[1]), end }
}

/** The sections that `/Prev` leads to, newest first. */
function readChain(file: Uint8Array, first: number, budget: Budget): XrefSection[] {
  const sections: XrefSection[] = []
  const visited = new Set<number>()
  for (let offset: number | null = first; offset !== null; ) {
    if (visited.has(offset)) throw new UnreadableError('Cross-reference sections in a cycle')
    if (visited.size > MAX_REVISIONS) throw new TooLargeError('Too many revisions')
    visited.add(offset)
    const section: XrefSection = readXrefSection(file, offset, budget)
    sections.push(section)
    const previous = section.trailer.entries.get('Prev') ?? null
    if (previous !== null && typeof previous !== 'number') {
      throw new UnreadableError('/Prev is not a number')
    }
    offset = previous
  }
  return sections
}

function toRevisions(file: Uint8Array, sections: XrefSection[], budget: Budget): Revision[] {
  const revisions: Revision[] = []
  let rest = [...sections]
  while (rest.length > 0) {
    const count = isLinearized(file, rest, budget) ? 2 : 1
    const own = rest.slice(-count)
    const start = revisions.at(-1)?.end ?? 0
    revisions.push({ start, end: endOf(file, own, start, budget), sections: own })
    rest = rest.slice(0, -count)
  }
  return revisions
}

/** Whether the oldest two sections are those of a linearized original: the end of the file leads to its beginning. */
function isLinearized(file: Uint8Array, sections: XrefSection[], budget: Budget): boolean {
  const [firstPage, main] = sections.slice(-2)
  if (!firstPage || !main || firstPage.offset > main.offset) return false
  return readStartXref(file, main.end, budget)?.offset === firstPage.offset
}

function endOf(file: Uint8Array, sections: XrefSection[], start: number, budget: Budget): number {
  const [newest] = sections
  const oldest = sections.at(-1)
  const tail = oldest && readStartXref(file, oldest.end, budget)
  if (!tail || tail.offset !== newest?.offset || newest.offset < start) {
    throw new UnreadableError('A revision does not end with its own startxref')
  }
  return tail.end
}

function readStartXref(
  file: Uint8Array,
  position: number,
  budget: Budget,
): { offset: number; end: number } | null {
  const parser = new PdfParser(file, position, budget)
  if (!parser.accept('startxref')) return null
  const offset = parser.integer()
  let end = parser.position
  while (isWhiteSpace(file[end])) end++
  return hasText(file, end, '%%EOF') ? { offset, end: end + 5 } : null
}
