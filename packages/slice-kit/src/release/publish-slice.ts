import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { exists, writeCompressed } from './files.ts'
import { recordPublished } from './history.ts'
import { partPaths, releasePaths } from './paths.ts'
import { liveRegistryWith, readSlice } from './published-slice.ts'
import { readLiveVersion, readRegistry, withReleaseLock } from './registry.ts'
import { createSliceRecord } from './slice-record.ts'
import { writeLiveRegistry } from './variants.ts'
import { computeVersion } from './version.ts'

/** Publishes the built slice in a folder that never changes afterwards. Returns its version. */
export async function publishSlice(name: string, out: string): Promise<string> {
  const { version, files } = await computeVersion(name)
  const folder = path.join(releasePaths(out).slices, name, version)
  if (await exists(folder)) return version
  const { dist } = partPaths(name)
  const built = files.filter((file) => file !== 'build.json')
  const temporary = path.join(releasePaths(out).slices, name, `.${version}.${process.pid}`)
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true })
  await writeCompressed(dist, built, temporary)
  const slice = await createSliceRecord({ name, version, dist, files: built })
  await writeFile(path.join(temporary, 'slice.json'), JSON.stringify(slice, null, 2))
  // Recorded first: an interruption must not leave a version that seems to have been live.
  await recordPublished(name, version, out)
  await rename(temporary, folder)
  return version
}

/**
 * Makes a published version the current one in the registry, for a release or a rollback.
 *
 * @param replaces the version that must be live now, or null for none; not checked if omitted
 * @throws Error with the reason if it cannot be released; nothing is changed in that case
 */
export async function activateSlice(
  name: string,
  version: string,
  out: string,
  { log, replaces }: ActivateOptions = {},
): Promise<void> {
  const slice = await readSlice(name, version, out)
  await withReleaseLock(out, async () => {
    const live = await readLiveVersion(name, out)
    if (replaces !== undefined && replaces !== live)
      throw new Error(
        `${name}@${version} was not released: meanwhile, ${live ?? 'no version'} is live`,
      )
    await writeLiveRegistry(out, await liveRegistryWith(slice, out), log)
  })
}

export type ActivateOptions = { log?: (line: string) => void; replaces?: string | null }

/**
 * Removes the slices of all other parts from the registry, except those from repositories of their own.
 * See {@link removeSlices}.
 */
export function removeOtherSlices(
  parts: readonly string[],
  out: string,
  log?: (line: string) => void,
): Promise<string[]> {
  return removeSlices(out, (slice) => !slice.isExternal && !parts.includes(slice.package), log)
}

/**
 * Removes slices from the registry, which frees their paths. Their files remain, so they can be made current again. Returns
 * the names of the removed slices.
 */
export async function removeSlices(
  out: string,
  isRemoved: (slice: PublishedSlice) => boolean,
  log?: (line: string) => void,
): Promise<string[]> {
  let removed: string[] = []
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    const kept = registry.slices.filter((slice) => !isRemoved(slice))
    const others = registry.slices.filter((slice) => !kept.includes(slice))
    removed = others.map((slice) => slice.package)
    if (removed.length === 0) return
    await writeLiveRegistry(out, { ...registry, slices: kept }, log)
  })
  return removed
}
