/**
 * Finds the anchor that first covered an entry: its block gives the earliest provable time of
 * the document. Later anchors cover the entry too, but only prove later times.
 */
import { type AnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { fromUtf8 } from '@inkproof/proof/bytes'
import type { TileReader } from '@inkproof/proof/tile'
import { readIfExists } from '../log/log-files.ts'
import { anchorPath } from './anchor-paths.ts'
import type { Anchors } from './anchors.model.ts'

/** Sizes of all planned anchors, including those not on the chain yet, in ascending order. */
export type AnchorSizes = {
  /** Sizes above `index` and up to `settledSize`, ascending. */
  covering(index: number, settledSize: number): Promise<readonly number[]>
}

export type FirstAnchorDeps = { sizes: AnchorSizes; read: TileReader }

/** Anchors tried per lookup: those whose file is missing are skipped. */
const MAX_CANDIDATES = 16
/** Rows per query, so that each query is fast. */
const PAGE = 5_000

/** Caches the sizes: rows never change, so only newer ones are read, a page at a time. */
export function createAnchorSizes(model: Anchors): AnchorSizes {
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
      return sizes.slice(first, first + MAX_CANDIDATES).filter((size) => size <= settledSize)
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
    const anchor = await readAnchor(deps.read, anchorPath(size))
    if (anchor) return anchor
  }
  return undefined
}

/** Reads an anchor file; undefined if there is none. */
export async function readAnchor(read: TileReader, path: string): Promise<AnchorFile | undefined> {
  const bytes = await readIfExists(read, path)
  return bytes && parseAnchorFile(fromUtf8(bytes))
}

/** Returns the array index of the first size above `index`. */
function firstAbove(sizes: readonly number[], index: number): number {
  let [low, high] = [0, sizes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sizes[middle] as number) > index) high = middle
    else low = middle + 1
  }
  return low
}
