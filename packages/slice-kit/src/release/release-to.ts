import path from 'node:path'
import { isStorageAddress } from '../storage/address.ts'
import { removeSlices } from './publish-slice.ts'
import { type Released, type ReleaseOptions, release } from './release.ts'

/**
 * Releases to a folder, or to `s3://bucket/prefix`. Releases to storage keep a copy of it below `cache`.
 *
 * @throws Error with the reason if nothing was released
 */
export async function releaseTo(
  target: string,
  cache: string,
  options: Omit<ReleaseOptions, 'out'>,
): Promise<Released[]> {
  if (!isStorageAddress(target)) return release({ ...options, out: path.resolve(target) })
  const { openS3, releaseToStorage } = await loadStorage()
  return releaseToStorage(openS3(target), cache, options)
}

/** Removes a slice from the live release; its files remain. */
export async function removeFrom(
  target: string,
  cache: string,
  name: string,
  log: (line: string) => void,
): Promise<void> {
  const removed = await changeTarget(target, cache, (out) =>
    removeSlices(out, (slice) => slice.package === name, log),
  )
  log(removed.length === 0 ? `${name} is not live` : `${name} removed`)
}

/**
 * Changes the released files in a folder or in storage with `change`, whose first argument is a folder that contains them. If
 * another release changes the storage first, `change` is called again with `isFirst` false.
 */
export async function changeTarget<T>(
  target: string,
  cache: string,
  change: (out: string, isFirst: boolean) => Promise<T>,
): Promise<T> {
  if (!isStorageAddress(target)) return change(path.resolve(target), true)
  const { openS3, changeStorage } = await loadStorage()
  return changeStorage(openS3(target), cache, change)
}

/** Loaded only when needed: the images, which publish to a folder, do not contain the client of the storage. */
async function loadStorage() {
  const [{ openS3 }, changes] = await Promise.all([
    import('../storage/s3-store.ts'),
    import('../storage/release-to-storage.ts'),
  ])
  return { openS3, ...changes }
}
