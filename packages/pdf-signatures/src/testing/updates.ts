/** Incremental updates and other changes of PDF files, written by hand as an attacker would. */

export type Update = {
  /** The text of each object, by its number; `null` frees it. */
  objects?: Record<number, string | null>
  /** Replaces entries of the trailer, such as `/Root 20 0 R`. */
  root?: string
  trailer?: string
  /** Instead of the offset of the newest cross-reference section. */
  previous?: number | null
  /** Instead of the offset of this update's own section. */
  startXref?: number
  /** Offsets of objects that are not written, by number. */
  offsets?: Record<number, number>
  end?: string
}

export function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

export function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

/** Appends an incremental update with a cross-reference table. */
export function append(bytes: Uint8Array, update: Update): Uint8Array {
  const original = toText(bytes)
  const { text, entries } = writeObjects(original, update.objects ?? {})
  const previous = update.previous === undefined ? lastStartXref(original) : update.previous
  for (const [number, offset] of Object.entries(update.offsets ?? {})) {
    entries.set(Number(number), entry(offset, 'n'))
  }
  const start = text.length
  const table = [...entries].map(([number, line]) => `${number} 1\n${line}`).join('')
  const prev = previous === null ? '' : `/Prev ${previous} `
  const size = Math.max(lastSize(original), ...[...entries.keys()].map((number) => number + 1))
  const trailer = `<< /Root ${update.root ?? '1 0 R'} /Size ${size} ${prev}${update.trailer ?? ''}>>`
  const end = update.end ?? `startxref\n${update.startXref ?? start}\n%%EOF\n`
  return toBytes(`${text}xref\n${table}trailer\n${trailer}\n${end}`)
}

function lastSize(text: string): number {
  const sizes = [...text.matchAll(/\/Size\s+(\d+)/g)]
  return Number(sizes.at(-1)?.[1] ?? 0)
}

function writeObjects(original: string, objects: Record<number, string | null>) {
  let text = original
  const entries = new Map<number, string>()
  for (const [number, body] of Object.entries(objects)) {
    entries.set(Number(number), entry(body === null ? 0 : text.length, body === null ? 'f' : 'n'))
    if (body !== null) text += `${number} 0 obj\n${body}\nendobj\n`
  }
  return { text, entries }
}

/** The text of the newest object with this number, without `obj` and `endobj`. */
export function objectText(bytes: Uint8Array, number: number): string {
  const text = toText(bytes)
  const start = text.lastIndexOf(`\n${number} 0 obj\n`)
  const from = start + `\n${number} 0 obj\n`.length
  return text.slice(from, text.indexOf('\nendobj', from))
}

/** Appends an update in which a part of an object is replaced. */
export function edit(
  bytes: Uint8Array,
  number: number,
  from: string | RegExp,
  to: string | ((found: string) => string),
): Uint8Array {
  const old = objectText(bytes, number)
  const changed = old.replace(from, typeof to === 'string' ? () => to : to)
  if (changed === old) throw new Error(`Object ${number} does not contain ${from}`)
  return append(bytes, { objects: { [number]: changed } })
}

/** Replaces a text of the file by one of the same length, without an update. */
export function overwrite(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = toText(bytes)
  if (from.length !== to.length || !text.includes(from)) throw new Error(`Cannot replace ${from}`)
  return toBytes(text.replace(from, to))
}

export function stream(data: string, entries = ''): string {
  return `<< /Length ${data.length} ${entries}>>\nstream\n${data}\nendstream`
}

/** A form XObject that draws a filled rectangle over everything. */
export const OVERLAY = stream(
  '1 g 0 0 300 300 re f',
  '/Type /XObject /Subtype /Form /BBox [0 0 300 300] ',
)

export function lastStartXref(text: string): number {
  const matches = [...text.matchAll(/startxref\s+(\d+)/g)]
  return Number(matches.at(-1)?.[1])
}

function entry(offset: number, kind: 'n' | 'f'): string {
  const generation = kind === 'n' ? '00000' : '00001'
  return `${`${offset}`.padStart(10, '0')} ${generation} ${kind} \n`
}
