import { type Budget, PdfParser } from './parser.ts'
import { decodeStructure } from './stream-data.ts'
import { type PdfDict, type PdfValue, TooLargeError, UnreadableError } from './values.ts'

/** The objects of an object stream (7.5.7), each as its number followed by its value. */
export function readObjectStream(dict: PdfDict, data: Uint8Array, budget: Budget): PdfValue[] {
  const count = dict.entries.get('N')
  const first = dict.entries.get('First')
  if (typeof count !== 'number' || typeof first !== 'number' || dict.hasDuplicates) {
    throw new UnreadableError('Invalid object stream')
  }
  if (count > 100_000) throw new TooLargeError('Too many objects')
  const bytes = decodeCounted(dict, data, budget)
  const header = new PdfParser(bytes, 0, budget, false)
  const objects: PdfValue[] = []
  for (let index = 0; index < count; index++) {
    const number = header.integer()
    const parser = new PdfParser(bytes, first + header.integer(), budget, false)
    objects.push(number, parser.value())
  }
  return objects
}

/** Decodes a stream, and counts 64 of its bytes as one value, so that all streams together are limited too. */
export function decodeCounted(dict: PdfDict, data: Uint8Array, budget: Budget): Uint8Array {
  const bytes = decodeStructure(dict, data)
  budget.values -= bytes.length >> 6
  if (budget.values < 0) throw new TooLargeError('Too much data')
  return bytes
}
