/** The entry that lists revoked and superseded certificates, appended before each anchor. */

import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { bitmapRoot, markInvalid, type StatusBitmap, statusEntry } from '@inkproof/proof/status'
import type { Invalidation } from '../log/growing-tree.ts'

/** Returns the bitmap of the entries that entries below `size` revoke or supersede. */
export function buildStatusBitmap(
  invalidations: readonly Invalidation[],
  size: number,
): StatusBitmap {
  const bitmap: StatusBitmap = new Map()
  for (const { index, previous } of invalidations)
    if (index < size) markInvalid(bitmap, BigInt(previous))
  return bitmap
}

/**
 * Encodes the 42 bytes of a status entry. The same input produces the same bytes, so appending the entry again
 * changes nothing.
 */
export function encodeStatusEntry(
  invalidations: readonly Invalidation[],
  size: number,
): Uint8Array {
  const n = BigInt(size)
  const root = bitmapRoot(buildStatusBitmap(invalidations, size), n, nodeSha256)
  return statusEntry(n, root, nodeSha256)
}
