import { toHex } from '../cms/encoding.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { isType, type PdfValue } from '../pdf/values.ts'
import type { Comparison } from './comparison.ts'
import { type Finding, NEVER } from './finding.ts'

/** The lists of a document security store (ISO 32000-2, table 261). */
const LISTS = ['Certs', 'CRLs', 'OCSPs']
const KEYS = new Set([...LISTS, 'Type', 'VRI'])
/** More certificates, CRLs or OCSP responses than are read. */
const MAX_ITEMS = 1000

/**
 * Judges a changed document security store (12.8.4.3): it may grow. One that lost validation data, or that has keys of
 * other meaning, is a change of the document.
 */
export function validationDataChange(
  old: PdfValue | undefined,
  current: PdfValue | undefined,
  { before, after }: Comparison,
): Finding {
  const store = after.resolve(current)
  const isStore = isType(store, 'dict') && [...store.entries.keys()].every((key) => KEYS.has(key))
  const isComplete = LISTS.every((list) => {
    const kept = new Set(readList(after, current, list).map(toHex))
    return readList(before, old, list).every((item) => kept.has(toHex(item)))
  })
  if (!isStore || !isComplete) return { kind: 'document-changed', subject: null, rule: NEVER }
  return { kind: 'validation-data-added', subject: null, rule: { allow: 'always' } }
}

/** The decoded items of a list of the store that can be read. */
export function readList(
  document: PdfDocument,
  store: PdfValue | undefined,
  list: string,
): Uint8Array[] {
  const dict = document.resolve(store)
  if (!isType(dict, 'dict')) return []
  const items = document.getItems(dict, list).slice(0, MAX_ITEMS)
  return items.flatMap((item) => {
    const stream = document.resolve(item)
    const data = isType(stream, 'stream') ? document.decodedOrNull(stream) : null
    return data ? [data] : []
  })
}
