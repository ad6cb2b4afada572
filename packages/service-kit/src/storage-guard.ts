/** Refuses calls that write while the disk is full, before they have changed anything. */
import { AppError } from './app-error.ts'
import type { Dependency } from './dependency.ts'
import { describeFullDisk, MIN_SPARE_BYTES, spareBytes } from './disk-space.ts'
import { createSharedRead } from './shared-read.ts'

export type StorageGuard = {
  /** @throws AppError STORAGE_FULL */
  requireSpace(): Promise<void>
  /** Reports a full disk in /readyz. */
  dependency: Dependency
}

/** How long a measurement is used. It takes about 0.1 ms, so that this bounds the cost, not the load. */
const MEASURE_EVERY_MS = 250

/**
 * Guards the disk of this folder. As long as the space cannot be measured, for example because the folder does not exist
 * yet, nothing is refused.
 */
export function createStorageGuard(folder: string): StorageGuard {
  const { read: measure } = createSharedRead(() => spareBytes(folder).catch(() => Infinity), {
    resolvedMs: MEASURE_EVERY_MS,
    rejectedMs: 0,
  })
  return {
    requireSpace: async () => {
      if ((await measure()) < MIN_SPARE_BYTES) throw new AppError('STORAGE_FULL')
    },
    dependency: {
      name: 'storage',
      // A service starts on a full disk, because reading works.
      prepare: async () => undefined,
      check: async () => {
        const spare = await measure()
        if (spare < MIN_SPARE_BYTES)
          throw new Error(`${describeFullDisk(folder, spare)}; calls that write are refused`)
      },
      close: async () => undefined,
    },
  }
}
