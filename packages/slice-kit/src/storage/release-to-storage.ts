import { createHash } from 'node:crypto'
import path from 'node:path'
import { withLock } from '../lock.ts'
import { type Released, type ReleaseOptions, release } from '../release/release.ts'
import { deleteUnused } from './delete-unused.ts'
import { readLive } from './live-release.ts'
import type { ObjectStore } from './object-store.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'

const MAX_ATTEMPTS = 5
const LOCK_WAIT_MS = 600_000

/**
 * Releases to a bucket: pulls its live release into a folder below `cache`, releases there with every check, and pushes the
 * result. If another release was faster, repeats both from its result, so that the checks apply to what is live; parts are
 * built and tested once.
 *
 * @param change changes the folder, such as with {@link release}; its first argument is the folder, the second whether this
 * is the first attempt
 * @throws Error if a check fails, or if other releases were faster five times
 */
export async function changeStorage<T>(
  store: ObjectStore,
  cache: string,
  change: (folder: string, isFirst: boolean) => Promise<T>,
): Promise<T> {
  const name = createHash('sha256').update(store.name).digest('hex').slice(0, 16)
  const folder = path.join(cache, name)
  return withLock(`${folder}.lock`, LOCK_WAIT_MS, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const base = await pull(store, folder, { mayBeEmpty: true, isOwn: true })
      if (base === null) throw new Error(`${store.name} has no pointer`)
      const result = await change(folder, attempt === 1)
      if (!(await push(store, folder, base))) continue
      const live = await readLive(store)
      if (live !== null) await deleteUnused(store, live)
      return result
    }
    throw new Error(
      `nothing was released: ${MAX_ATTEMPTS} times, another release to ${store.name} was faster`,
    )
  })
}

/** Releases parts to a bucket. See {@link changeStorage}. */
export function releaseToStorage(
  store: ObjectStore,
  cache: string,
  options: Omit<ReleaseOptions, 'out'>,
): Promise<Released[]> {
  return changeStorage(store, cache, (out, isFirst) =>
    release({ ...options, ...(!isFirst && { build: false, test: false }), out }),
  )
}
