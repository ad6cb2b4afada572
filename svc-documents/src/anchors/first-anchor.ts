/**
 * Finds the anchor that first covered an entry: its block proves since when the document has
 * existed, while later anchors cover it again at later times.
 */
import { type AnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { fromUtf8 } from '@inkproof/proof/bytes'
import type { TileReader } from '@inkproof/proof/tile'
import { readIfThere } from '../log/log-files.ts'
import { anchorPath } from './anchor-paths.ts'
import type { Anchors } from './anchors.model.ts'

/** Planned anchor sizes, in ascending order. */
export type AnchoredSizes = {
  /** Those above `index` and up to `settledSize`, ascending. */
  covering(index: number, settledSize: number): Promise<readonly number[]>
}

/** Where first anchors are looked up. */
export type FirstAnchorDeps = { sizes: AnchoredSizes; read: TileReader }

/** An anchor whose file is missing is skipped. */
const LOOKED_AT = 16
/** Rows per read, because a single query must be fast. */
const PAGE = 5_000

/** Rows are written once, so cached ones stay valid: only newer ones are read, a page at a time. */
export function anchoredSizes(model: Anchors): AnchoredSizes {
  const sizes: number[] = []
  const readPage = async () => {
    const last = sizes.at(-1) ?? 0
    const rows = await model
      .find({ _id: { $gte: last } }, { toSize: 1 })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean()
    sizes.push(...rows.map(({ toSize }) => toSize).filter((size) => size > (sizes.at(-1) ?? 0)))
    return rows.length === PAGE
  }
  const readNewer = async () => {
    while (await readPage());
  }
  let reading: Promise<void> | undefined
  return {
    covering: async (index, settledSize) => {
      if ((sizes.at(-1) ?? 0) < settledSize) {
        reading ??= readNewer().finally(() => {
          reading = undefined
        })
        await reading
      }
      const first = firstAbove(sizes, index)
      return sizes.slice(first, first + LOOKED_AT).filter((size) => size <= settledSize)
    },
  }
}

/**
 * Returns the first published anchor that covers an entry; undefined while none is final.
 *
 * @param settledSize number of entries of the newest final anchor
 */
export async function firstAnchor(
  deps: FirstAnchorDeps,
  index: number,
  settledSize: number,
): Promise<AnchorFile | undefined> {
  for (const size of await deps.sizes.covering(index, settledSize)) {
    const found = await readAnchor(deps.read, anchorPath(size))
    if (found) return found
  }
  return undefined
}

/** Reads an anchor file; undefined if there is none. */
export async function readAnchor(read: TileReader, path: string): Promise<AnchorFile | undefined> {
  const bytes = await readIfThere(read, path)
  return bytes && parseAnchorFile(fromUtf8(bytes))
}

/** Returns the position of the first size above `index`. */
function firstAbove(sizes: readonly number[], index: number): number {
  let [low, high] = [0, sizes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sizes[middle] as number) > index) high = middle
    else low = middle + 1
  }
  return low
}
