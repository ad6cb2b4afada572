import type { PdfFile } from './file.ts'
import { decodeCounted, readObjectStream } from './object-stream.ts'
import { PdfParser } from './parser.ts'
import {
  dictOf,
  isName,
  isType,
  type PdfDict,
  type PdfStream,
  type PdfValue,
  UNREADABLE,
  UnreadableError,
} from './values.ts'
import type { XrefEntry } from './xref-section.ts'

/** The document as it was with the given revision (index from 0): what a reader of the file up to its end sees. */
export class PdfDocument {
  readonly file: PdfFile
  readonly end: number
  readonly trailer: PdfDict
  private readonly sections: Map<number, XrefEntry>[]
  private readonly resolved = new Map<string, PdfValue>()

  constructor(file: PdfFile, revision: number) {
    const revisions = file.revisions.slice(0, revision + 1)
    const newest = revisions.at(-1)
    const trailer = newest?.sections[0]?.trailer
    if (!newest || !trailer) throw new UnreadableError('No such revision')
    this.file = file
    this.end = newest.end
    this.trailer = trailer
    this.sections = revisions
      .reverse()
      .flatMap(({ sections }) => sections.map(({ entries }) => entries))
  }

  /** Where the object is according to the newest section that contains it. */
  entry(number: number): XrefEntry {
    for (const entries of this.sections) {
      const entry = entries.get(number)
      if (entry) return entry
    }
    return { kind: 'free' }
  }

  /** The value itself, or the object that a reference leads to; null if there is none (7.3.10). */
  resolve(value: PdfValue | undefined): PdfValue {
    if (!isType(value, 'ref')) return value ?? null
    const key = `${value.number} ${value.generation}`
    const known = this.resolved.get(key)
    if (known !== undefined) return known
    const target = this.read(value.number, value.generation, this.entry(value.number))
    // An indirect object that is a reference itself is allowed by no clause and read differently.
    const result = isType(target, 'ref') ? UNREADABLE : target
    this.resolved.set(key, result)
    return result
  }

  /** The value of a key of a dictionary, resolved. */
  get(dict: PdfDict, key: string): PdfValue {
    return this.resolve(dict.entries.get(key))
  }

  getDict(dict: PdfDict, key: string): PdfDict | null {
    const value = this.get(dict, key)
    return isType(value, 'dict') ? value : null
  }

  /** The items of an array, not resolved; empty if it is anything else. */
  getItems(dict: PdfDict, key: string): PdfValue[] {
    const value = this.get(dict, key)
    return isType(value, 'array') ? value.items : []
  }

  getName(dict: PdfDict, key: string): string | null {
    const value = this.get(dict, key)
    return isName(value) ? value.name : null
  }

  /** The encoded data of a stream. Throws an `UnreadableError` if `/Length` does not lead to `endstream`. */
  streamData(stream: PdfStream): Uint8Array {
    const length = this.get(stream.dict, 'Length')
    if (typeof length !== 'number' || stream.dict.start < 0) throw new UnreadableError('No length')
    const end = stream.start + length
    const parser = new PdfParser(this.file.bytes.subarray(0, this.end), end, this.file.budget)
    parser.expect('endstream')
    return this.file.bytes.subarray(stream.start, end)
  }

  /** The decoded data of a stream without filter or with FlateDecode; null if it cannot be read. */
  decodedOrNull(stream: PdfStream): Uint8Array | null {
    try {
      return decodeCounted(stream.dict, this.streamData(stream), this.file.budget)
    } catch (error) {
      if (error instanceof UnreadableError) return null
      throw error
    }
  }

  private read(number: number, generation: number, entry: XrefEntry): PdfValue {
    if (entry.kind === 'free') return null
    try {
      if (entry.kind === 'compressed')
        return generation === 0 ? this.compressed(number, entry) : null
      return entry.generation === generation ? this.at(entry.offset, number, generation) : null
    } catch (error) {
      if (error instanceof UnreadableError) return UNREADABLE
      throw error
    }
  }

  private at(offset: number, number: number, generation: number): PdfValue {
    const { bytes, budget, objects } = this.file
    let object = objects.get(offset)
    if (!object) {
      const parser = new PdfParser(bytes, offset, budget)
      const value = parser.indirectObject(number, generation)
      object = { value, end: parser.position }
      objects.set(offset, object)
    } else new PdfParser(bytes, offset, budget).expectObject(number, generation)
    // An entry that leads to a later revision would let two readers see different documents.
    return object.end <= this.end ? object.value : UNREADABLE
  }

  private compressed(number: number, entry: XrefEntry & { kind: 'compressed' }): PdfValue {
    const container = this.entry(entry.container)
    if (container.kind !== 'offset') return UNREADABLE
    const stream = this.read(entry.container, container.generation, container)
    if (!isType(stream, 'stream') || !isName(stream.dict.entries.get('Type') ?? null, 'ObjStm')) {
      return UNREADABLE
    }
    const data = this.streamData(stream)
    const key = `${stream.start}/${data.length}`
    let objects = this.file.containers.get(key)
    if (!objects) {
      objects = readObjectStream(stream.dict, data, this.file.budget)
      this.file.containers.set(key, objects)
    }
    const pair = objects.slice(entry.index * 2, entry.index * 2 + 2)
    return pair[0] === number ? (pair[1] ?? null) : UNREADABLE
  }
}

/** The catalog (7.7.2). Throws an `UnreadableError` if there is none. */
export function catalogOf(document: PdfDocument): PdfDict {
  const catalog = dictOf(document.get(document.trailer, 'Root'))
  if (!catalog) throw new UnreadableError('No catalog')
  return catalog
}
