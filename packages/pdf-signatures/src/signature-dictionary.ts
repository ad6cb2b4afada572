import type { PdfDocument } from './pdf/document.ts'
import { textOf } from './pdf/text.ts'
import { dictOf, isType, type PdfDict } from './pdf/values.ts'
import type { PdfSignature } from './report.ts'

type Locks = NonNullable<PdfSignature['locks']>
type Level = NonNullable<PdfSignature['docMdp']>

/** What a signature permits to change after it, as its dictionary and its field say in the revision that it signs. */
export type Permissions = {
  docMdp: Level | null
  locks: Locks | null
}

/**
 * Reads the transforms of a signature (ISO 32000-2, 12.8.2) and the lock of its field (table 236). A level or an action
 * that is not defined counts as the strictest.
 */
export function readPermissions(dict: PdfDict, field: PdfDict, document: PdfDocument): Permissions {
  const transforms = document.getItems(dict, 'Reference').flatMap((item) => {
    const reference = dictOf(document.resolve(item))
    return reference ? [toTransform(reference, document)] : []
  })
  const lock = document.getDict(field, 'Lock')
  const levels = [
    ...transforms.flatMap(({ method, parameters }) =>
      method === 'DocMDP' ? [levelOf(parameters, document)] : [],
    ),
    ...(lock?.entries.has('P') ? [levelOf(lock, document)] : []),
  ]
  const locked = transforms.flatMap(({ method, parameters }) =>
    method === 'FieldMDP' && parameters ? [parameters] : [],
  )
  const locks = [...locked, ...(lock ? [lock] : [])].map((item) => readLock(item, document))
  return { docMdp: strictest(levels), locks: merge(locks) }
}

/** A date (7.9.4) in ISO 8601, UTC; null if the text is none. A date without time zone is taken as UTC. */
export function parsePdfDate(text: string | null): string | null {
  const match =
    /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(?:(\d{2})'?)?)?/.exec(
      text ?? '',
    )
  if (!match) return null
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match
  const [sign, hours, minutes] = match.slice(7)
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? null : new Date(time - offset * 60_000).toISOString()
}

function toTransform(reference: PdfDict, document: PdfDocument) {
  const method = document.getName(reference, 'TransformMethod')
  return { method, parameters: document.getDict(reference, 'TransformParams') }
}

/** The default is 2 (table 257). */
function levelOf(parameters: PdfDict | null, document: PdfDocument): Level {
  const level = parameters ? (document.get(parameters, 'P') ?? 2) : 2
  return level === 2 || level === 3 ? level : 1
}

function strictest(levels: Level[]): Level | null {
  return ([1, 2, 3] as const).find((level) => levels.includes(level)) ?? null
}

function readLock(parameters: PdfDict, document: PdfDocument): Locks {
  const action = document.getName(parameters, 'Action')
  const fields = document
    .getItems(parameters, 'Fields')
    .map((item) => textOf(document.resolve(item)))
    .filter((name) => name !== null)
  if (action === 'Include' && isType(document.get(parameters, 'Fields'), 'array')) {
    return { all: false, fields }
  }
  return { all: true, fields: action === 'Exclude' ? fields : [] }
}

/** The fields that any of the locks covers. */
function merge(locks: Locks[]): Locks | null {
  return locks.reduce<Locks | null>((merged, lock) => (merged ? union(merged, lock) : lock), null)
}

function union(first: Locks, second: Locks): Locks {
  if (first.all && second.all) {
    return { all: true, fields: first.fields.filter((field) => second.fields.includes(field)) }
  }
  if (!first.all && !second.all) {
    return { all: false, fields: [...new Set([...first.fields, ...second.fields])] }
  }
  const [all, some] = first.all ? [first, second] : [second, first]
  return { all: true, fields: all.fields.filter((field) => !some.fields.includes(field)) }
}
