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

/** Looks up the sizes of planned anchors, including anchors that are not on the chain yet. */
export type AnchorSizes = {
  /** Returns the smallest anchored sizes above `index`, up to `finalSize`, in ascending order. */
  findCovering(index: number, finalSize: number): Promise<readonly number[]>
}

export type FirstAnchorDeps = { sizes: AnchorSizes; read: TileReader }

/** Maximum number of anchors tried per lookup; an anchor whose file is missing is skipped. */
const MAX_CANDIDATES = 16
/** Number of rows per query, so that each query is fast. */
const PAGE_SIZE = 5_000

/** Creates a lookup that caches all sizes. A stored size never changes, so only newer rows are read. */
export function createAnchorSizes(model: Anchors): AnchorSizes {
  const sizes: number[] = []
  const readPage = async () => {
    const last = sizes.at(-1) ?? 0
    const rows = await model
      .find({ _id: { $gte: last } }, { toSize: 1 })
      .sort({ _id: 1 })
      .limit(PAGE_SIZE)
      .lean()
    sizes.push(...rows.map(({ toSize }) => toSize).filter((size) => size > (sizes.at(-1) ?? 0)))
    return rows.length === PAGE_SIZE
  }
  const readNewer = async () => {
    while (await readPage());
  }
  let reading: Promise<void> | undefined
  return {
    findCovering: async (index, finalSize) => {
      if ((sizes.at(-1) ?? 0) < finalSize) {
        reading ??= readNewer().finally(() => {
          reading = undefined
        })
        await reading
      }
      const first = firstAbove(sizes, index)
      return sizes.slice(first, first + MAX_CANDIDATES).filter((size) => size <= finalSize)
    },
  }
}

/**
 * Returns the first published anchor that covers an entry; undefined while no such anchor is final,
 * or if the files of all anchors tried are missing.
 *
 * @param finalSize number of entries of the newest final anchor
 */
export async function findFirstAnchor(
  deps: FirstAnchorDeps,
  index: number,
  finalSize: number,
): Promise<AnchorFile | undefined> {
  for (const size of await deps.sizes.findCovering(index, finalSize)) {
    const anchor = await readAnchor(deps.read, anchorPath(size))
    if (anchor) return anchor
  }
  return undefined
}

/** Reads an anchor file; undefined if there is none. */
export async function readAnchor(read: TileReader, path: string): Promise<AnchorFile | undefined> {
  const bytes = await readIfExists(read, path)
  if (!bytes) return undefined
  const anchor = parsedAnchors.get(bytes) ?? parseAnchorFile(fromUtf8(bytes))
  parsedAnchors.set(bytes, anchor)
  return anchor
}

/** The parsed files by their arrays, because a cache returns the same array again. */
const parsedAnchors = new WeakMap<Uint8Array, AnchorFile>()

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
