import { afterSpace, CR, hasText, hexDigit, isTokenEnd, LF, latin1 } from './characters.ts'
import { parseHexString, parseLiteralString } from './strings.ts'
import {
  type PdfDict,
  type PdfName,
  type PdfValue,
  TooLargeError,
  UnreadableError,
} from './values.ts'

/** Deeper nesting of arrays and dictionaries than any real file has. */
const MAX_DEPTH = 64
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/
const INTEGER = /^\d{1,10}$/

/** How many more values may be read from a file; shared by everything that reads it. */
export type Budget = { values: number }

/**
 * Reads the objects of ISO 32000-2, 7.3 from bytes, without repairing anything: where readers could disagree about what
 * the bytes mean, it throws an `UnreadableError`.
 */
export class PdfParser {
  position: number
  private readonly bytes: Uint8Array
  private readonly budget: Budget
  private readonly hasPositions: boolean
  private depth = 0

  /** `hasPositions` is false for the bytes of an object stream, whose positions are not those of the file. */
  constructor(bytes: Uint8Array, position: number, budget: Budget, hasPositions = true) {
    this.bytes = bytes
    this.position = position
    this.budget = budget
    this.hasPositions = hasPositions
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    this.position = afterSpace(this.bytes, this.position)
  }

  /** Reads the given keyword, after white space. */
  expect(keyword: string): void {
    if (!this.accept(keyword)) throw new UnreadableError(`Expected ${keyword}`)
  }

  /** Reads the given keyword if it is next, and returns whether it was. */
  accept(keyword: string): boolean {
    this.skipSpace()
    const end = this.position + keyword.length
    if (!hasText(this.bytes, this.position, keyword) || !isTokenEnd(this.bytes[end])) return false
    this.position = end
    return true
  }

  /** Reads an integer that is not negative, after white space. */
  integer(): number {
    const token = this.token()
    if (!INTEGER.test(token)) throw new UnreadableError('Expected an integer')
    return Number(token)
  }

  /** Reads any object; a stream is read by `indirectObject`. */
  value(): PdfValue {
    if (--this.budget.values < 0) throw new TooLargeError('Too many values')
    this.skipSpace()
    const byte = this.bytes[this.position]
    if (byte === 0x2f) return this.name()
    if (byte === 0x28) return this.string(parseLiteralString, false)
    if (byte === 0x5b) return this.nested(() => this.array())
    if (byte !== 0x3c) return this.numberOrKeyword()
    if (this.bytes[this.position + 1] === 0x3c) return this.nested(() => this.dict())
    return this.string(parseHexString, true)
  }

  /** Reads `number generation obj` (7.3.10). */
  expectObject(number: number, generation: number): void {
    if (this.integer() !== number || this.integer() !== generation) {
      throw new UnreadableError('Another object than the one that the cross-reference table says')
    }
    this.expect('obj')
  }

  /** Reads `number generation obj … endobj`, or `… stream` up to the first byte of the data (7.3.10). */
  indirectObject(number: number, generation: number): PdfValue {
    this.expectObject(number, generation)
    const value = this.value()
    if (this.accept('endobj')) return value
    this.expect('stream')
    if (typeof value !== 'object' || value?.type !== 'dict') {
      throw new UnreadableError('Stream without a dictionary')
    }
    if (this.bytes[this.position] === CR) this.position++
    if (this.bytes[this.position] !== LF) throw new UnreadableError('Stream without end of line')
    this.position++
    return { type: 'stream', dict: value, start: this.position }
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw new TooLargeError('Nested too deeply')
    const value = read()
    this.depth--
    return value
  }

  private token(): string {
    this.skipSpace()
    const start = this.position
    while (!isTokenEnd(this.bytes[this.position])) {
      if (++this.position - start > 64) throw new UnreadableError('Token too long')
    }
    return latin1(this.bytes.subarray(start, this.position))
  }

  private name(): PdfName {
    let name = ''
    for (this.position++; !isTokenEnd(this.bytes[this.position]); this.position++) {
      const byte = this.bytes[this.position] ?? 0
      if (byte !== 0x23) name += String.fromCharCode(byte)
      else {
        const high = hexDigit(this.bytes[this.position + 1])
        const low = hexDigit(this.bytes[this.position + 2])
        if (high < 0 || low < 0) throw new UnreadableError('Invalid escape in a name')
        name += String.fromCharCode(high * 16 + low)
        this.position += 2
      }
      if (name.length > 4096) throw new TooLargeError('Name too long')
    }
    return { type: 'name', name }
  }

  private string(parse: typeof parseHexString, isHex: boolean): PdfValue {
    const start = this.position
    const { bytes, end } = parse(this.bytes, start)
    this.position = end
    const place = this.hasPositions ? { start, end } : { start: 0, end: 0 }
    return { type: 'string', bytes, isHex, ...place }
  }

  private array(): PdfValue {
    const items: PdfValue[] = []
    for (this.position++; ; ) {
      this.skipSpace()
      if (this.bytes[this.position] === 0x5d) break
      items.push(this.value())
    }
    this.position++
    return { type: 'array', items }
  }

  private dict(): PdfDict {
    const start = this.hasPositions ? this.position : -1
    const dict: PdfDict = { type: 'dict', entries: new Map(), hasDuplicates: false, start }
    for (this.position += 2; ; ) {
      this.skipSpace()
      if (this.bytes[this.position] === 0x3e) break
      if (this.bytes[this.position] !== 0x2f) throw new UnreadableError('Expected a name as key')
      const { name } = this.name()
      const value = this.value()
      if (dict.entries.has(name)) dict.hasDuplicates = true
      dict.entries.set(name, value)
    }
    if (this.bytes[this.position + 1] !== 0x3e) throw new UnreadableError('Expected >>')
    this.position += 2
    // An entry whose value is null is absent (7.3.7).
    for (const [name, value] of dict.entries) if (value === null) dict.entries.delete(name)
    return dict
  }

  private numberOrKeyword(): PdfValue {
    const token = this.token()
    if (INTEGER.test(token)) return this.reference(Number(token)) ?? Number(token)
    if (NUMBER.test(token)) return Number(token)
    if (token === 'null') return null
    if (token === 'true' || token === 'false') return token === 'true'
    throw new UnreadableError('Unknown keyword')
  }

  /** Reads the rest of `number generation R` if it follows. */
  private reference(number: number): PdfValue {
    const after = this.position
    const generation = this.token()
    if (INTEGER.test(generation) && this.accept('R')) {
      return { type: 'ref', number, generation: Number(generation) }
    }
    this.position = after
    return null
  }
}
