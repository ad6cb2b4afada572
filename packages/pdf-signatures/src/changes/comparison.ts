import { isEqual } from '../cms/encoding.ts'
import type { PdfDocument } from '../pdf/document.ts'
import {
  isType,
  type PdfDict,
  type PdfStream,
  type PdfValue,
  TooLargeError,
  UnreadableError,
} from '../pdf/values.ts'

/** Two values, and the key that they or the arrays that they are in are the value of. */
type Pair = [PdfValue, PdfValue, string]

/** The numbers of objects that other checks compare key by key. */
export type Anchors = {
  /** Pages and the catalog, of which no change is permitted that could have another meaning elsewhere. */
  pages: Set<number>
  /** Annotations and fields, which may be filled. */
  widgets: Set<number>
}

/** The keys whose values are annotations or fields; elsewhere, such an object serves for something else too. */
const WIDGET_KEYS = new Set('AN Annotation Annots CO Fields IRT Kids Obj Parent Popup T'.split(' '))

/** What a reader draws: nothing below these keys is compared elsewhere, whatever else the same object is used for. */
const DRAWN = new Set(['AP', 'Contents', 'DR', 'MK', 'Resources', 'Group'])

const NO_ANCHORS: Anchors = { pages: new Set(), widgets: new Set() }

/**
 * Compares values of two revisions by what a reader sees: dictionaries and arrays by their items, streams by their
 * encoded bytes, references by what they lead to.
 *
 * A reference to an anchor is equal to itself, so that a change of a page is reported once and not by everything that
 * leads to it. Fields and annotations are anchors only where such are expected, and nothing is one below what is drawn:
 * otherwise a field that serves as the resources of a page too could be filled with another image for it.
 */
export class Comparison {
  readonly before: PdfDocument
  readonly after: PdfDocument
  private readonly anchors: Anchors
  /** Pairs of references that lead to equal values. */
  private readonly same = new Set<string>()
  private readonly drawn: Comparison

  constructor(before: PdfDocument, after: PdfDocument, anchors: Anchors) {
    this.before = before
    this.after = after
    this.anchors = anchors
    this.drawn = anchors === NO_ANCHORS ? this : new Comparison(before, after, NO_ANCHORS)
  }

  /** `key` is the key of a dictionary that the values are of, if any. */
  isSame(before: PdfValue | undefined, after: PdfValue | undefined, key = ''): boolean {
    const visited = new Set<string>()
    const pairs: Pair[] = [[before ?? null, after ?? null, key]]
    for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
      if (this.before.file.comparisons.left-- <= 0) throw new TooLargeError('Too many values')
      // While a cycle is being compared, its values count as equal; any difference ends everything.
      if (this.isVisited(pair, visited)) continue
      const [first, second] = [this.before.resolve(pair[0]), this.after.resolve(pair[1])]
      if (!this.isShallowSame([first, second, pair[2]], pairs)) return false
    }
    for (const known of visited) this.same.add(known)
    return true
  }

  /** The keys whose values differ, except those in `ignored`; also `''` if a key is repeated, so that readers differ. */
  changedKeys(before: PdfDict, after: PdfDict, ignored: string[] = []): string[] {
    const keys = new Set([...before.entries.keys(), ...after.entries.keys()])
    const changed = [...keys].filter(
      (key) =>
        !ignored.includes(key) &&
        !this.forKey(key).isSame(before.entries.get(key), after.entries.get(key), key),
    )
    return isUncertain(before, after) ? [...changed, ''] : changed
  }

  private forKey(key: string): Comparison {
    return DRAWN.has(key) ? this.drawn : this
  }

  private isVisited([before, after, name]: Pair, visited: Set<string>): boolean {
    if (!isType(before, 'ref') || !isType(after, 'ref')) return false
    const isSameNumber = before.number === after.number && before.generation === after.generation
    const isWidgetExpected = WIDGET_KEYS.has(name)
    const { pages, widgets } = this.anchors
    const isAnchor = pages.has(before.number) || (isWidgetExpected && widgets.has(before.number))
    if (isSameNumber && isAnchor) return true
    const key = `${before.number} ${before.generation} ${after.number} ${after.generation} ${isWidgetExpected}`
    if (visited.has(key) || this.same.has(key)) return true
    visited.add(key)
    return false
  }

  /** Compares everything but the items, and adds these to `pairs`. */
  private isShallowSame([before, after, key]: Pair, pairs: Pair[]): boolean {
    if (before === null || typeof before !== 'object') return before === after
    if (isType(before, 'name')) return isType(after, 'name') && before.name === after.name
    if (isType(before, 'string')) {
      return isType(after, 'string') && isEqual(before.bytes, after.bytes)
    }
    if (isType(before, 'array')) {
      if (!isType(after, 'array') || before.items.length !== after.items.length) return false
      before.items.forEach((item, index) => {
        pairs.push([item, after.items[index] ?? null, key])
      })
      return true
    }
    if (isType(before, 'dict')) return isType(after, 'dict') && addEntries(before, after, pairs)
    return isType(before, 'stream') && isType(after, 'stream')
      ? addEntries(before.dict, after.dict, pairs, true) && this.hasSameData(before, after)
      : false
  }

  private hasSameData(before: PdfStream, after: PdfStream): boolean {
    try {
      const data = this.before.streamData(before)
      const other = this.after.streamData(after)
      const isSamePlace = before.start === after.start && data.length === other.length
      return isSamePlace || isEqual(data, other)
    } catch (error) {
      if (error instanceof UnreadableError) return false
      throw error
    }
  }
}

function addEntries(before: PdfDict, after: PdfDict, pairs: Pair[], isStream = false): boolean {
  if (isUncertain(before, after)) return false
  const keys = new Set([...before.entries.keys(), ...after.entries.keys()])
  for (const key of keys) {
    // The length of a stream is compared with its data, and may be a reference in one revision only.
    if (isStream && key === 'Length') continue
    pairs.push([before.entries.get(key) ?? null, after.entries.get(key) ?? null, key])
  }
  return true
}

/** Two dictionaries with a repeated key are equal only if they are the same bytes. */
function isUncertain(before: PdfDict, after: PdfDict): boolean {
  const isSamePlace = before.start >= 0 && before.start === after.start
  return (before.hasDuplicates || after.hasDuplicates) && before !== after && !isSamePlace
}
