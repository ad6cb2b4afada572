import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice, PublishedTexts, SliceDescription } from '@inkproof/slice/describe'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { readBuild } from './build.ts'
import { findIncompatibilities, findSegmentConflicts } from './check.ts'
import { findDamagedFiles } from './damaged-files.ts'
import { exists, hasIntegrity, integrityOf, readIfExists, writeCompressed } from './files.ts'
import { writeFirstScreens } from './first-screens.ts'
import { partPaths, releasePaths } from './paths.ts'
import { writePreloadLinks } from './preload-links.ts'
import { parseProvided } from './provided.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { computeVersion } from './version.ts'

type SliceFacts = SliceDescription & { name: string; requires: Record<string, string> }

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
  const slice = await createSliceRecord(name, version, built, await readBuild(name))
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
    const others = registry.slices.filter((other) => other.id !== slice.id)
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
 * Removes the slices of all other parts from the registry, which frees their paths. Their files remain, so they can be
 * made current again. Returns the names of the removed slices.
 */
export async function removeOtherSlices(parts: readonly string[], out: string): Promise<string[]> {
  let removed: string[] = []
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    const kept = registry.slices.filter((slice) => parts.includes(slice.package))
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

async function createSliceRecord(
  name: string,
  version: string,
  files: string[],
  build: BuildRecord,
): Promise<PublishedSlice> {
  const toUrlPath = (file: string) => `/slices/${name}/${version}/${file}`
  const { dist } = partPaths(name)
  const integrity: Record<string, string> = {}
  for (const file of files.filter(hasIntegrity)) {
    integrity[toUrlPath(file)] = integrityOf(await readFile(path.join(dist, file)))
  }
  return {
    ...(build.facts as SliceFacts),
    package: name,
    version,
    entry: toUrlPath(build.entry),
    preload: build.preload.map(toUrlPath),
    pages: Object.fromEntries(
      Object.entries(build.pages).map(([page, scripts]) => [page, scripts.map(toUrlPath)]),
    ),
    integrity,
    ...(await publishedTexts(name, build, toUrlPath)),
  }
}

/**
 * Returns the `texts` of a slice for the registry: for each language, the file with the translations, and the
 * translated navigation labels. Returns no `texts` for a slice without translations, to keep the registry small: it is
 * inlined in every page.
 */
async function publishedTexts(
  name: string,
  { texts, facts }: BuildRecord,
  toUrlPath: (file: string) => string,
): Promise<Pick<PublishedSlice, 'texts'>> {
  const { nav } = facts as SliceFacts
  const published: Record<string, PublishedTexts> = {}
  for (const [language, file] of Object.entries(texts)) {
    const text = await readFile(path.join(partPaths(name).dist, file), 'utf8')
    const translations = JSON.parse(text) as Record<string, unknown>
    const labels = nav
      .map(({ label }) => [label, translations[label]] as const)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    published[language] = { file: toUrlPath(file), labels: Object.fromEntries(labels) }
  }
  return Object.keys(published).length === 0 ? {} : { texts: published }
}
