import { type Budget, PdfParser } from './parser.ts'
import { decodeStructure } from './stream-data.ts'
import {
  isName,
  isType,
  type PdfDict,
  type PdfValue,
  TooLargeError,
  UnreadableError,
} from './values.ts'

/** Where an object is (ISO 32000-2, 7.5.4 and 7.5.8.3). */
export type XrefEntry =
  | { kind: 'free' }
  | { kind: 'offset'; offset: number; generation: number }
  | { kind: 'compressed'; container: number; index: number }

/** One cross-reference table or stream with its trailer. */
export type XrefSection = {
  offset: number
  entries: Map<number, XrefEntry>
  trailer: PdfDict
  /** Has a cross-reference stream that older readers do not see (hybrid file, 7.5.8.4). */
  isHybrid: boolean
  /** The position after the trailer, or after the `endobj` of the stream. */
  end: number
}

export const MAX_OBJECTS = 500_000
/** An entry takes about as much memory as this many values. */
const VALUES_PER_ENTRY = 4

/** Reads the cross-reference table or stream at exactly this offset. */
export function readXrefSection(bytes: Uint8Array, offset: number, budget: Budget): XrefSection {
  const parser = new PdfParser(bytes, offset, budget)
  if (!parser.accept('xref')) return readXrefStream(bytes, offset, budget)
  const entries = readTable(parser, budget)
  parser.expect('trailer')
  const trailer = parser.value()
  if (!isType(trailer, 'dict')) throw new UnreadableError('No trailer')
  requireUnique(trailer)
  const hidden = trailer.entries.get('XRefStm')
  if (typeof hidden === 'number') {
    addHidden(entries, readXrefStream(bytes, hidden, budget).entries)
  }
  return { offset, entries, trailer, isHybrid: hidden !== undefined, end: parser.position }
}

function readTable(parser: PdfParser, budget: Budget): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>()
  while (!isTrailerNext(parser)) {
    const first = parser.integer()
    const count = parser.integer()
    if (entries.size + count > MAX_OBJECTS) throw new TooLargeError('Too many objects')
    for (let number = first; number < first + count; number++) {
      addEntry(entries, number, tableEntry(parser), budget)
    }
  }
  return entries
}

function isTrailerNext(parser: PdfParser): boolean {
  const { position } = parser
  const isNext = parser.accept('trailer')
  parser.position = position
  return isNext
}

function tableEntry(parser: PdfParser): XrefEntry {
  const offset = parser.integer()
  const generation = parser.integer()
  if (parser.accept('n')) return { kind: 'offset', offset, generation }
  parser.expect('f')
  return { kind: 'free' }
}

function readXrefStream(bytes: Uint8Array, offset: number, budget: Budget): XrefSection {
  const parser = new PdfParser(bytes, offset, budget)
  const number = parser.integer()
  const generation = parser.integer()
  parser.position = offset
  const stream = parser.indirectObject(number, generation)
  if (!isType(stream, 'stream')) throw new UnreadableError('No cross-reference stream')
  const { dict, start } = stream
  const length = dict.entries.get('Length')
  requireUnique(dict)
  if (!isName(dict.entries.get('Type') ?? null, 'XRef') || typeof length !== 'number') {
    throw new UnreadableError('No cross-reference stream')
  }
  const data = decodeStructure(dict, bytes.subarray(start, start + length))
  parser.position = start + length
  parser.expect('endstream')
  parser.expect('endobj')
  const entries = readStreamEntries(dict, data, budget)
  return { offset, entries, trailer: dict, isHybrid: false, end: parser.position }
}

function readStreamEntries(
  dict: PdfDict,
  data: Uint8Array,
  budget: Budget,
): Map<number, XrefEntry> {
  const widths = numbers(dict.entries.get('W'))
  const index = numbers(dict.entries.get('Index') ?? null) ?? [0, asCount(dict.entries.get('Size'))]
  if (widths?.length !== 3 || widths.some((width) => width > 8)) {
    throw new UnreadableError('Unexpected widths')
  }
  const [type = 0, second = 0, third = 0] = widths
  const row = type + second + third
  const entries = new Map<number, XrefEntry>()
  let position = 0
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first = 0, count = 0] = index.slice(pair, pair + 2)
    if (position + count * row > data.length) throw new UnreadableError('Entries are missing')
    for (let number = first; number < first + count; number++) {
      const fields = data.subarray(position, position + row)
      position += row
      addEntry(entries, number, streamEntry(fields, type, second), budget)
    }
  }
  return entries
}

function streamEntry(fields: Uint8Array, typeWidth: number, secondWidth: number): XrefEntry {
  const type = typeWidth === 0 ? 1 : bigEndian(fields.subarray(0, typeWidth))
  const second = bigEndian(fields.subarray(typeWidth, typeWidth + secondWidth))
  const third = bigEndian(fields.subarray(typeWidth + secondWidth))
  if (type === 1) return { kind: 'offset', offset: second, generation: third }
  if (type === 2) return { kind: 'compressed', container: second, index: third }
  // Readers treat any other type as a reference to the null object (table 18).
  return { kind: 'free' }
}

function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

function addEntry(
  entries: Map<number, XrefEntry>,
  number: number,
  entry: XrefEntry,
  budget: Budget,
): void {
  if (entries.has(number)) throw new UnreadableError('Two entries for one object')
  budget.values -= VALUES_PER_ENTRY
  if (entries.size >= MAX_OBJECTS || budget.values < 0) throw new TooLargeError('Too many objects')
  entries.set(number, entry)
}

/** The objects of the hidden stream are free in the table (7.5.8.4). */
function addHidden(entries: Map<number, XrefEntry>, hidden: Map<number, XrefEntry>): void {
  for (const [number, entry] of hidden) {
    if ((entries.get(number)?.kind ?? 'free') === 'free') entries.set(number, entry)
  }
}

function numbers(value: PdfValue | undefined): number[] | null {
  if (!isType(value, 'array')) return null
  return value.items.map(asCount)
}

function asCount(value: PdfValue | undefined): number {
  if (typeof value !== 'number' || value < 0 || !Number.isSafeInteger(value)) {
    throw new UnreadableError('Expected a count')
  }
  return value
}

function requireUnique(dict: PdfDict): void {
  if (dict.hasDuplicates) throw new UnreadableError('A key occurs twice in a trailer')
}
