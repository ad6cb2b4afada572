import { hasText, isEndOfLine, isWhiteSpace, latin1 } from './characters.ts'
import { PdfDocument } from './document.ts'
import { MAX_VALUES, type PdfFile } from './file.ts'
import { PdfParser } from './parser.ts'
import type { Revision } from './revisions.ts'
import { hasComment, isStrictTable, withoutSpaceAtEnd } from './strict-text.ts'
import { isType, UnreadableError } from './values.ts'
import type { XrefSection } from './xref-section.ts'

/** What our software writes at the beginning of a file. */
const HEADER = /^%PDF-[12]\.\d\n%\xe2\xe3\xcf\xd3\n/
/** What the trailer of such a file has: no encryption, and no other section. */
const TRAILER: readonly string[] = ['Size', 'Root', 'Info', 'ID']
const STREAM_START = /^\d{1,10} \d{1,5} obj(?![a-zA-Z0-9])/
const TAIL = /^[\0\t\n\f\r ]*startxref[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+%%EOF$/
/** At the end of a file, writers put an end of line after `%%EOF` or not. */
const MAX_END_OF_LINE = 2

/**
 * Whether every PDF reader accepts this incremental update and finds the same objects in it. A reader that refuses a
 * cross-reference section searches the file for objects instead, and would show those that no section lists.
 *
 * - The section has its exact form, and `/Size` and `/Prev` are whole numbers that fit.
 * - Each entry leads directly to its object, in this update.
 * - Every byte belongs to a listed object, the section or the trailer, or is white space.
 */
export function isStrictUpdate(file: PdfFile, index: number): boolean {
  const revision = file.revisions[index]
  const [section, ...others] = revision?.sections ?? []
  if (!revision || !section || others.length > 0 || section.isHybrid) return false
  try {
    return (
      hasStrictForm(file, revision, section) &&
      hasStrictNumbers(file, index, section) &&
      isCovered(file, index, revision, section)
    )
  } catch (error) {
    if (error instanceof UnreadableError) return false
    throw error
  }
}

/**
 * Whether the first revision has the one form in which our software writes a whole file: as {@link isStrictUpdate}, after a
 * header, and with a cross-reference table.
 */
export function isStrictFile(file: PdfFile): boolean {
  const [revision] = file.revisions
  const [section, ...others] = revision?.sections ?? []
  if (!revision || !section || others.length > 0 || section.isHybrid) return false
  const header = HEADER.exec(latin1(file.bytes.subarray(0, 20)))?.[0].length
  const { entries, offset, trailer } = section
  const size = trailer.entries.get('Size')
  const isNumbered = isWhole(size) && [...entries.keys()].every((number) => number < size)
  if (header === undefined || !isNumbered || !hasText(file.bytes, offset, 'xref')) return false
  if ([...trailer.entries.keys()].some((key) => !TRAILER.includes(key))) return false
  if ((entries.get(0)?.kind ?? 'free') !== 'free') return false
  try {
    // The rest of the file has a limit of its own.
    const counted = { ...file, budget: { values: MAX_VALUES } }
    const first = { ...revision, start: header }
    return hasStrictForm(file, revision, section) && isCovered(counted, 0, first, section)
  } catch (error) {
    if (error instanceof UnreadableError) return false
    throw error
  }
}

/** Whether at most an end of line follows the last revision. Many bytes would hide it from some readers. */
export function endsWithRevision({ bytes, revisions }: PdfFile): boolean {
  const rest = bytes.subarray(revisions.at(-1)?.end ?? 0)
  return rest.length <= MAX_END_OF_LINE && rest.every(isEndOfLine)
}

/**
 * Whether the file, if it says that it is linearized (annex F), is so as it was first saved. Readers that believe the
 * stated length `/L` would otherwise use the first section of the file instead of the last one.
 */
export function hasTrueLinearization({ bytes, revisions, budget }: PdfFile): boolean {
  const length = statedLength(bytes, budget)
  const end = revisions[0]?.end ?? 0
  if (length === null) return true
  const isOriginal = typeof length === 'number' && length >= end && length <= end + MAX_END_OF_LINE
  return isOriginal && (revisions.length === 1 || length !== bytes.length)
}

function statedLength(bytes: Uint8Array, budget: PdfFile['budget']): unknown {
  const parser = new PdfParser(bytes, 0, budget)
  try {
    parser.integer()
    parser.integer()
    parser.expect('obj')
    const value = parser.value()
    if (!isType(value, 'dict') || !value.entries.has('Linearized')) return null
    return value.entries.get('L') ?? 'none'
  } catch (error) {
    if (error instanceof UnreadableError) return null
    throw error
  }
}

function hasStrictForm({ bytes }: PdfFile, { end }: Revision, section: XrefSection): boolean {
  const { offset, trailer } = section
  const before = latin1(bytes.subarray(offset, trailer.start))
  const isTable = hasText(bytes, offset, 'xref')
  const head = withoutSpaceAtEnd(before)
  if (isTable ? !isStrictTable(head) : !STREAM_START.test(head)) return false
  const dictEnd = isTable ? section.end : bytes.indexOf(0x3e, trailer.start)
  if (hasComment(latin1(bytes.subarray(trailer.start, dictEnd)))) return false
  return TAIL.test(latin1(bytes.subarray(section.end, end)))
}

function hasStrictNumbers(
  { bytes, revisions }: PdfFile,
  index: number,
  section: XrefSection,
): boolean {
  const { entries, trailer } = section
  const previous = revisions[index - 1]?.sections[0]
  const [size, previousSize] = [trailer.entries.get('Size'), previous?.trailer.entries.get('Size')]
  if (!isWhole(size) || !isWhole(previousSize) || size < previousSize) return false
  if ([...entries.keys()].some((number) => number >= size)) return false
  if ((entries.get(0)?.kind ?? 'free') !== 'free') return false
  // The parser also accepts `123.0`, which some readers do not.
  const text = latin1(bytes.subarray(trailer.start, section.end))
  const stated = [...text.matchAll(/\/Prev[\0\t\n\f\r ]+(\d{1,10})(?=[\0\t\n\f\r />])/g)]
  return stated.length === 1 && Number(stated[0]?.[1]) === previous?.offset
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

type Range = { start: number; end: number }

function isCovered(
  file: PdfFile,
  index: number,
  revision: Revision,
  section: XrefSection,
): boolean {
  const ranges = [
    { start: section.offset, end: revision.end },
    ...objectRanges(file, index, revision, section),
  ].sort((first, second) => first.start - second.start)
  let position = revision.start
  for (const { start, end } of ranges) {
    if (start < position || !isBlank(file.bytes, position, start)) return false
    position = end
  }
  return position === revision.end
}

function objectRanges(
  file: PdfFile,
  index: number,
  { start }: Revision,
  { offset: sectionOffset, entries }: XrefSection,
): Range[] {
  return [...entries].flatMap(([number, entry]) => {
    if (entry.kind === 'free') return []
    if (entry.kind === 'compressed') {
      if (entries.get(entry.container)?.kind === 'offset') return []
      throw new UnreadableError('An object stream is not in this update')
    }
    // A cross-reference stream lists itself.
    if (entry.offset === sectionOffset) return []
    if (entry.offset < start || entry.offset > sectionOffset)
      throw new UnreadableError('An entry leads out of its update')
    return [readObject(file, index, number, entry)]
  })
}

/** Reads the object that begins at exactly this offset, with its stream data. */
function readObject(
  file: PdfFile,
  index: number,
  number: number,
  { offset, generation }: { offset: number; generation: number },
): Range {
  const { bytes, budget } = file
  if (!hasText(bytes, offset, `${number} ${generation} obj`)) {
    throw new UnreadableError('An entry does not lead directly to its object')
  }
  const parser = new PdfParser(bytes, offset, budget)
  const value = parser.indirectObject(number, generation)
  if (isType(value, 'stream')) {
    parser.position = value.start + new PdfDocument(file, index).streamData(value).length
    parser.expect('endstream')
    parser.expect('endobj')
  }
  return { start: offset, end: parser.position }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes.subarray(start, end).every(isWhiteSpace)
}
