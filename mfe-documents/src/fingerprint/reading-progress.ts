import { formatBytes, formatSpeed } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'

/** Formats the progress of reading a file, with the speed once it is known: `1 MB of 2 MB · 400 MB/s`. */
export function formatReadingProgress(
  doneBytes: number,
  size: number,
  bytesPerSecond: number,
): string {
  const progress = t('{done} of {size}', { done: formatBytes(doneBytes), size: formatBytes(size) })
  return bytesPerSecond > 0 ? `${progress} · ${formatSpeed(bytesPerSecond)}` : progress
}
