import path from 'node:path'
import type { PublishedSlice, Registry } from '@inkproof/slice/describe'
import { findIncompatibilities, findSegmentConflicts } from './check.ts'
import { findDamagedFiles } from './damaged-files.ts'
import { readIfExists } from './files.ts'
import { withSlice } from './live-site.ts'
import { releasePaths } from './paths.ts'
import { parseProvided } from './provided.ts'
import { readRegistry } from './registry.ts'

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

/**
 * Returns the live registry with `slice` in place of its live version. Call it with the release lock.
 *
 * @throws Error with the reasons if the slice does not fit the live shell, or conflicts with another live slice
 */
export async function liveRegistryWith(slice: PublishedSlice, out: string): Promise<Registry> {
  const registry = await readRegistry(out)
  const providedText = await readIfExists(releasePaths(out).provides)
  const problems = [
    ...findSegmentConflicts(slice, registry.slices),
    ...(providedText === null ? [] : findIncompatibilities(slice, parseProvided(providedText))),
  ]
  if (problems.length > 0) {
    const { package: name, version } = slice
    throw new Error(`${name}@${version} cannot be released: ${problems.join('; ')}`)
  }
  return withSlice(registry, slice)
}

function parseRecord(text: string): PublishedSlice | null {
  try {
    return JSON.parse(text) as PublishedSlice
  } catch {
    return null
  }
}
