/**
 * Strict readers of decoded CBOR. Each names the part that it rejects, and throws ProofError WRONG_TYPE, UNKNOWN_KEY,
 * MISSING_KEY, TOO_LONG, OUT_OF_RANGE or BAD_TEXT.
 */
import { fromUtf8 } from '@inkproof/proof/bytes'
import { type Cbor, decodeCbor } from '@inkproof/proof/cbor'
import { must } from '@inkproof/proof/proof-error'
import { normalizeLine, replaceUnsafe } from '@inkproof/texts/unsafe-characters'

/** A decoded map whose keys have been checked. */
export type ReadMap<Key extends string, Optional extends string> = Record<Key, Cbor> &
  Partial<Record<Optional, Cbor>>

/** Decodes CBOR of at most `maxBytes`. @throws ProofError TOO_LONG, BAD_CBOR, NOT_TEXT */
export function readCbor(bytes: Uint8Array, path: string, maxBytes: number): Cbor {
  mustFit(bytes.length, maxBytes, path)
  return decodeCbor(bytes)
}

/** Reads a map with exactly these keys; the optional ones may be missing. */
export function readMap<Key extends string, Optional extends string = never>(
  value: Cbor | undefined,
  path: string,
  keys: readonly Key[],
  optional: readonly Optional[] = [],
): ReadMap<Key, Optional> {
  mustBeMap(value, path)
  const known: readonly string[] = [...keys, ...optional]
  for (const key of Object.keys(value)) {
    must(known.includes(key), 'UNKNOWN_KEY', 'Unknown field {key} in {path}.', { key, path })
  }
  for (const key of keys) {
    must(value[key] !== undefined, 'MISSING_KEY', 'The field {key} is missing in {path}.', {
      key,
      path,
    })
  }
  return value as ReadMap<Key, Optional>
}

/** Reads one value of a map whose other keys are not read yet; undefined if it is missing. */
export function readKey(value: Cbor, path: string, key: string): Cbor | undefined {
  mustBeMap(value, path)
  return value[key]
}

/** Reads a list of at most `max` items. */
export function readList<T>(
  value: Cbor | undefined,
  path: string,
  max: number,
  read: (item: Cbor, path: string) => T,
): T[] {
  mustHaveForm(Array.isArray(value), path)
  mustFit(value.length, max, path)
  return value.map((item, i) => read(item, `${path}[${i}]`))
}

/** Reads a list with a fixed number of items. */
export function readTuple(value: Cbor | undefined, path: string, length: number): Cbor[] {
  const isTuple = Array.isArray(value) && value.length === length
  mustHaveForm(isTuple, path)
  return value
}

/** Reads bytes, exactly `length` of them. */
export function readBytes(value: Cbor | undefined, path: string, length: number): Uint8Array {
  const isValid = value instanceof Uint8Array && value.length === length
  mustHaveForm(isValid, path)
  return value
}

/** Reads at most `max` bytes. */
export function readBytesUpTo(value: Cbor | undefined, path: string, max: number): Uint8Array {
  mustHaveForm(value instanceof Uint8Array, path)
  mustFit(value.length, max, path)
  return value
}

/** Reads an integer from `min` to `max`. */
export function readInteger(
  value: Cbor | undefined,
  path: string,
  min: number,
  max: number,
): number {
  mustHaveForm(typeof value === 'bigint', path)
  const isInRange = value >= BigInt(min) && value <= BigInt(max)
  must(isInRange, 'OUT_OF_RANGE', 'The number in {path} is not between {min} and {max}.', {
    path,
    min,
    max,
  })
  return Number(value)
}

/** Reads 0 or 1 as a boolean, because proofs have no other encoding of it. */
export function readFlag(value: Cbor | undefined, path: string): boolean {
  return readInteger(value, path, 0, 1) === 1
}

/** Reads a time: seconds since 1970, until the year 9999. */
export function readTime(value: Cbor | undefined, path: string): Date {
  return new Date(readInteger(value, path, 0, MAX_SECONDS) * 1000)
}

/** Encodes a time. @throws ProofError OUT_OF_RANGE if it is not a whole number of seconds */
export function encodeTime(time: Date): bigint {
  const seconds = time.getTime() / 1000
  const isValid = Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_SECONDS
  must(isValid, 'OUT_OF_RANGE', 'A time is not a whole number of seconds.')
  return BigInt(seconds)
}

/** Reads text that matches a pattern. */
export function readText(value: Cbor | undefined, path: string, pattern: RegExp): string {
  mustHaveForm(typeof value === 'string', path)
  mustBeText(pattern.test(value), path)
  return value
}

/** Reads one of several texts. */
export function readOneOf<T extends string>(
  value: Cbor | undefined,
  path: string,
  values: readonly T[],
): T {
  const found = values.find((item) => item === value)
  mustHaveForm(found !== undefined, path)
  return found
}

/** Reads any text of at most `max` UTF-16 code units, which may be empty and have several lines. */
export function readAnyText(value: Cbor | undefined, path: string, max: number): string {
  mustHaveForm(typeof value === 'string', path)
  mustFit(value.length, max, path)
  return value
}

/**
 * Reads a line that people read, such as a name: 1 to `max` UTF-16 code units, in Unicode normalization form C, trimmed,
 * without control, invisible or direction characters.
 */
export function readLine(value: Cbor | undefined, path: string, max: number): string {
  const text = readAnyText(value, path, max)
  mustBeText(isSafeLine(text), path)
  return text
}

/** Whether a text is a line that {@link readLine} accepts, of any length. */
export function isSafeLine(text: string): boolean {
  return text !== '' && replaceUnsafe(text, '') === text && normalizeLine(text) === text
}

/** Reads bytes as UTF-8 text of at most `max` UTF-16 code units. @throws ProofError NOT_TEXT, TOO_LONG */
export function readUtf8(bytes: Uint8Array, path: string, max: number): string {
  mustFit(bytes.length, 3 * max, path)
  return readAnyText(fromUtf8(bytes), path, max)
}

/** Whether ASCII texts are strictly ascending, so that a set of them has one encoding. */
export function isAscending(items: readonly string[]): boolean {
  return items.every((item, i) => i === 0 || (items[i - 1] as string) < item)
}

/** Checks that no ID appears twice. @throws ProofError DUPLICATE_ID */
export function checkIds(ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const id of ids) {
    must(!seen.has(id), 'DUPLICATE_ID', 'The ID {id} appears twice.', { id })
    seen.add(id)
  }
}

/** @throws ProofError TOO_LONG */
export function mustFit(length: number, max: number, path: string): void {
  must(length <= max, 'TOO_LONG', 'The part {path} is longer than {max}.', { path, max })
}

/** @throws ProofError WRONG_TYPE */
export function mustHaveForm(condition: unknown, path: string): asserts condition {
  must(condition, 'WRONG_TYPE', 'The part {path} has the wrong form.', { path })
}

function mustBeMap(
  value: Cbor | undefined,
  path: string,
): asserts value is { [key: string]: Cbor } {
  const isMap = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
  mustHaveForm(isMap, path)
}

function mustBeText(condition: boolean, path: string): void {
  must(condition, 'BAD_TEXT', 'The text in {path} is not allowed there.', { path })
}

/** The end of the year 9999. */
const MAX_SECONDS = 253_402_300_799
