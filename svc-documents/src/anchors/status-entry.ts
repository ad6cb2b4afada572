/** The entry that lists revoked and superseded certificates, appended before each anchor. */

import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { bitmapRoot, markInvalid, type StatusBitmap, statusEntry } from '@inkproof/proof/status'
import type { Ending } from '../log/growing-tree.ts'

/** Returns the entries below `size` that other entries below `size` revoke or supersede. */
export function bitmapBelow(endings: readonly Ending[], size: number): StatusBitmap {
  const bitmap: StatusBitmap = new Map()
  for (const { index, previous } of endings) if (index < size) markInvalid(bitmap, BigInt(previous))
  return bitmap
}

/**
 * Encodes the 42 bytes of a status entry. The same input produces the same bytes, so appending it again changes
 * nothing.
 */
export function statusEntryBelow(endings: readonly Ending[], size: number): Uint8Array {
  const n = BigInt(size)
  const root = bitmapRoot(bitmapBelow(endings, size), n, nodeSha256)
  return statusEntry(n, root, nodeSha256)
}
