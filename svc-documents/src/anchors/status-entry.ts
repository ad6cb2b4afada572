/** The entry that lists revoked and superseded certificates, appended before each anchor. */

import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { bitmapRoot, markInvalid, type StatusBitmap, statusEntry } from '@inkproof/proof/status'
import type { Ending } from '../log/growing-tree.ts'

/** Returns the entries below `size` that are ended by other entries below `size`. */
export function bitmapBelow(endings: readonly Ending[], size: number): StatusBitmap {
  const bitmap: StatusBitmap = new Map()
  for (const { index, previous } of endings) if (index < size) markInvalid(bitmap, BigInt(previous))
  return bitmap
}

/**
 * Encodes the 42 bytes; identical for identical entries, so that appending it again changes
 * nothing.
 */
export function statusEntryBelow(endings: readonly Ending[], size: number): Uint8Array {
  const n = BigInt(size)
  const root = bitmapRoot(bitmapBelow(endings, size), n, nodeSha256)
  return statusEntry(n, root, nodeSha256)
}
