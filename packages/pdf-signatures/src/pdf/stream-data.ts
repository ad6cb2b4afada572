import { inflate, undoPngPredictor } from './inflate.ts'
import { isName, isType, type PdfDict, type PdfValue, UnreadableError } from './values.ts'

/** The longest decoded cross-reference or object stream. */
const MAX_DECODED = 64_000_000

/**
 * Decodes the data of a cross-reference or object stream: not compressed, or compressed by FlateDecode, as all known
 * writers do. The filters must be direct objects.
 */
export function decodeStructure(dict: PdfDict, data: Uint8Array): Uint8Array {
  const filter = single(dict.entries.get('Filter'))
  if (filter === null) return data
  if (!isName(filter, 'FlateDecode')) throw new UnreadableError('Unexpected filter')
  return undoPredictor(single(dict.entries.get('DecodeParms')), inflate(data, MAX_DECODED))
}

function undoPredictor(parameters: PdfValue, data: Uint8Array): Uint8Array {
  if (parameters === null) return data
  if (!isType(parameters, 'dict')) throw new UnreadableError('Unexpected parameters')
  const { entries } = parameters
  const predictor = entries.get('Predictor') ?? 1
  const columns = entries.get('Columns') ?? 1
  const isByteWise =
    (entries.get('Colors') ?? 1) === 1 && (entries.get('BitsPerComponent') ?? 8) === 8
  if (predictor === 1) return data
  if (typeof predictor !== 'number' || predictor < 10 || !isByteWise) {
    throw new UnreadableError('Unexpected predictor')
  }
  if (typeof columns !== 'number') throw new UnreadableError('Unexpected columns')
  return undoPngPredictor(data, columns)
}

/** The value, or the only item of an array; null if it is absent. */
function single(value: PdfValue | undefined): PdfValue {
  if (!isType(value, 'array')) return value ?? null
  if (value.items.length > 1) throw new UnreadableError('More than one filter')
  return value.items[0] ?? null
}
