import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { findIncompatibilities, findSegmentConflicts } from './check.ts'
import { findDamagedFiles } from './damaged-files.ts'
import { exists, readIfExists, writeCompressed } from './files.ts'
import { writeFirstScreens } from './first-screens.ts'
import { partPaths, releasePaths } from './paths.ts'
import { writePreloadLinks } from './preload-links.ts'
import { parseProvided } from './provided.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { createSliceRecord } from './slice-record.ts'
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
  await rename(temporary, folder)
  return version
}

/** Makes a published version the current one in the registry, for a release or a rollback. */
export async function activateSlice(name: string, version: string, out: string): Promise<void> {
  const slice = await readSlice(name, version, out)
  const { provides } = releasePaths(out)
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    const others = registry.slices.filter((other) => other.package !== slice.package)
    const providedText = await readIfExists(provides)
    const problems = [
      ...findSegmentConflicts(slice, others),
      ...(providedText === null ? [] : findIncompatibilities(slice, parseProvided(providedText))),
    ]
    if (problems.length > 0)
      throw new Error(`${name}@${version} cannot be released: ${problems.join('; ')}`)
    const next = [...others, slice].sort((a, b) => a.id.localeCompare(b.id))
    await writePreloadLinks(out, next)
    await writeFirstScreens(out, next)
    await writeRegistry(out, { ...registry, slices: next })
  })
}

/**
 * Removes the slices of all other parts from the registry, except those from repositories of their own.
 * See {@link removeSlices}.
 */
export function removeOtherSlices(parts: readonly string[], out: string): Promise<string[]> {
  return removeSlices(out, (slice) => !slice.isExternal && !parts.includes(slice.package))
}

/**
 * Removes slices from the registry, which frees their paths. Their files remain, so they can be made current again. Returns
 * the names of the removed slices.
 */
export async function removeSlices(
  out: string,
  isRemoved: (slice: PublishedSlice) => boolean,
): Promise<string[]> {
  let removed: string[] = []
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    const kept = registry.slices.filter((slice) => !isRemoved(slice))
    const others = registry.slices.filter((slice) => !kept.includes(slice))
    removed = others.map((slice) => slice.package)
    if (removed.length === 0) return
    await writePreloadLinks(out, kept)
    await writeFirstScreens(out, kept)
    await writeRegistry(out, { ...registry, slices: kept })
  })
  return removed
}

/** Returns the record of a published version. Throws if one of its files is not as it was published. */
export async function readSlice(
  name: string,
  version: string,
  out: string,
): Promise<PublishedSlice> {
  const record = await readIfExists(
    path.join(releasePaths(out).slices, name, version, 'slice.json'),
  )
  if (record === null) throw new Error(`${name}@${version} was never published to ${out}`)
  const refuse = (reason: string) => new Error(`${name}@${version} cannot be released: ${reason}`)
  const slice = parseRecord(record)
  if (slice === null) throw refuse('its slice.json is damaged')
  const problems = await findDamagedFiles(out, slice)
  if (problems.length > 0) throw refuse(problems.join('; '))
  return slice
}

function parseRecord(text: string): PublishedSlice | null {
  try {
    return JSON.parse(text) as PublishedSlice
  } catch {
    return null
  }
}
