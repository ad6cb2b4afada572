import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectStore } from './object-store.ts'
import { pull } from './pull.ts'

export type FollowOptions = {
  /** How often the bucket is asked, in milliseconds. */
  intervalMs: number
  /** The one that the store was opened with, so that a request in progress ends too. */
  signal: AbortSignal
  log: (line: string) => void
}

/**
 * Keeps a folder equal to the live release of a bucket until the signal is aborted. While the bucket cannot be read, the
 * folder stays as it is.
 */
export async function follow(
  store: ObjectStore,
  folder: string,
  { intervalMs, signal, log }: FollowOptions,
): Promise<void> {
  let etag: string | undefined
  while (!signal.aborted) {
    try {
      const live = await pull(store, folder, { knownEtag: etag })
      if (live !== null) {
        etag = live.etag ?? undefined
        log(`${folder} contains the live release of ${store.name}`)
      }
    } catch (error) {
      if (!signal.aborted) log(`${folder} was not changed: ${(error as Error).message}`)
    }
    await delay(intervalMs, undefined, { signal }).catch(() => undefined)
  }
}
