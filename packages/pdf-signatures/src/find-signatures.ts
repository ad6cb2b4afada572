import { findByteRanges } from './detect.ts'
import { PdfDocument } from './pdf/document.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfParser } from './pdf/parser.ts'
import { isType, type PdfDict, TooLargeError, UnreadableError } from './pdf/values.ts'
import { type FieldNode, readFields } from './signature-fields.ts'

/** A signature dictionary that a field has as its value; `isAmbiguous` if several fields have it, or if readers may differ. */
export type FoundSignature = { field: FieldNode; dict: PdfDict; isAmbiguous: boolean }

const MAX_SIGNATURES = 100

/** The signatures of the fields of a document, in any order. Throws a `TooLargeError` if there are more than 100. */
export function findSignatures(document: PdfDocument): FoundSignature[] {
  const found = [...readFields(document).values()].flatMap((field) => {
    const dict = document.get(field.dict, 'V')
    if (field.fieldType !== 'Sig' || !isType(dict, 'dict')) return []
    return [{ field, dict, isAmbiguous: isAmbiguous(field, dict) }]
  })
  if (found.length > MAX_SIGNATURES) throw new TooLargeError('Too many signatures')
  return found.map((signature) => ({
    ...signature,
    isAmbiguous:
      signature.isAmbiguous ||
      found.some(({ field, dict }) => field !== signature.field && dict === signature.dict),
  }))
}

/**
 * The positions of signature dictionaries in the bytes that no field leads to, such as those of removed signatures.
 * `/ByteRange` within the data of a stream, such as an attached file, is none.
 */
export function findUnreachable(
  bytes: Uint8Array,
  file: PdfFile,
  found: FoundSignature[],
): number[] {
  const positions = findByteRanges(bytes, MAX_SIGNATURES * 10)
  const known = found.map(({ dict }) => ({ start: dict.start, end: endOf(dict, file) }))
  const unknown = positions.filter(
    (position) => !known.some(({ start, end }) => start <= position && position < end),
  )
  if (unknown.length === 0) return []
  const offsets = objectOffsets(file)
  const unreachable = unknown.filter((position) => !isInStream(position, offsets, file))
  if (unreachable.length > MAX_SIGNATURES) throw new TooLargeError('Too many signatures')
  return unreachable
}

/** A repeated key, or a dictionary in an object stream, where `/ByteRange` cannot describe the file. */
function isAmbiguous(field: FieldNode, dict: PdfDict): boolean {
  return dict.hasDuplicates || dict.start < 0 || field.dict.hasDuplicates
}

function endOf(dict: PdfDict, { bytes, budget }: PdfFile): number {
  if (dict.start < 0) return -1
  const parser = new PdfParser(bytes, dict.start, budget)
  parser.value()
  return parser.position
}

/** The number and offset of every object that any revision contains, by offset. */
function objectOffsets({
  revisions,
}: PdfFile): [offset: number, number: number, revision: number][] {
  return revisions
    .flatMap(({ sections }, revision) =>
      sections.flatMap(({ entries }) =>
        [...entries].flatMap(([number, entry]) =>
          entry.kind === 'offset'
            ? [[entry.offset, number, revision] as [number, number, number]]
            : [],
        ),
      ),
    )
    .sort(([first], [second]) => first - second)
}

function isInStream(
  position: number,
  offsets: ReturnType<typeof objectOffsets>,
  file: PdfFile,
): boolean {
  const last = offsets.filter(([offset]) => offset <= position).at(-1)
  if (!last) return false
  const [, number, revision] = last
  const document = new PdfDocument(file, revision)
  const entry = document.entry(number)
  const generation = entry.kind === 'offset' ? entry.generation : 0
  const stream = document.resolve({ type: 'ref', number, generation })
  if (!isType(stream, 'stream')) return false
  try {
    const { length } = document.streamData(stream)
    return stream.start <= position && position < stream.start + length
  } catch (error) {
    if (error instanceof UnreadableError) return false
    throw error
  }
}
