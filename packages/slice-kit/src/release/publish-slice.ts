import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice, PublishedTexts, SliceDescription } from '@inkproof/slice/describe'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { readBuild } from './build.ts'
import { incompatibilities, segmentClashes } from './check.ts'
import { writeEarly } from './early.ts'
import { integrityOf, isChecked, isThere, readIfThere, writeCompressed } from './files.ts'
import { publicPlaces, sourcePlaces } from './places.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { versionOf } from './version.ts'

type SliceFacts = SliceDescription & { name: string; requires: Record<string, string> }

/** Publishes the built slice in a folder that never changes afterwards. Returns its version. */
export async function publishSlice(name: string, out: string): Promise<string> {
  const { version, files } = await versionOf(name)
  const folder = path.join(publicPlaces(out).slices, name, version)
  if (await isThere(folder)) return version
  const { dist } = sourcePlaces(name)
  const built = files.filter((file) => file !== 'build.json')
  const fresh = path.join(publicPlaces(out).slices, name, `.${version}.${process.pid}`)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  await writeCompressed(dist, built, fresh)
  const slice = await describe(name, version, built, await readBuild(name))
  await writeFile(path.join(fresh, 'slice.json'), JSON.stringify(slice, null, 2))
  await rename(fresh, folder)
  return version
}

/** Makes a published version the current one in the registry, for a release or a rollback. */
export async function pointAt(name: string, version: string, out: string): Promise<void> {
  const { slices, provides } = publicPlaces(out)
  const text = await readIfThere(path.join(slices, name, version, 'slice.json'))
  if (text === null) throw new Error(`${name}@${version} was never published to ${out}`)
  const slice = JSON.parse(text) as PublishedSlice
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    const others = registry.slices.filter((other) => other.id !== slice.id)
    const provided = await readIfThere(provides)
    const refusals = [
      ...segmentClashes(slice, others),
      ...(provided === null
        ? []
        : incompatibilities(slice, JSON.parse(provided) as Record<string, string>)),
    ]
    if (refusals.length > 0)
      throw new Error(`${name}@${version} is refused: ${refusals.join('; ')}`)
    const next = [...others, slice].sort((a, b) => a.id.localeCompare(b.id))
    await writeEarly(out, next)
    await writeRegistry(out, { ...registry, slices: next })
  })
}

async function describe(
  name: string,
  version: string,
  files: string[],
  build: BuildRecord,
): Promise<PublishedSlice> {
  const at = (file: string) => `/slices/${name}/${version}/${file}`
  const { dist } = sourcePlaces(name)
  const integrity: Record<string, string> = {}
  for (const file of files.filter(isChecked)) {
    integrity[at(file)] = integrityOf(await readFile(path.join(dist, file)))
  }
  return {
    ...(build.facts as SliceFacts),
    package: name,
    version,
    entry: at(build.entry),
    preload: build.preload.map(at),
    pages: Object.fromEntries(
      Object.entries(build.pages).map(([page, scripts]) => [page, scripts.map(at)]),
    ),
    integrity,
    ...(await publishedTexts(name, build, at)),
  }
}

/** A slice without translations has no `texts`, as every page carries the registry. */
async function publishedTexts(
  name: string,
  { texts, facts }: BuildRecord,
  at: (file: string) => string,
): Promise<Pick<PublishedSlice, 'texts'>> {
  const { nav } = facts as SliceFacts
  const published: Record<string, PublishedTexts> = {}
  for (const [language, file] of Object.entries(texts)) {
    const text = await readFile(path.join(sourcePlaces(name).dist, file), 'utf8')
    const translations = JSON.parse(text) as Record<string, unknown>
    const labels = nav
      .map(({ label }) => [label, translations[label]] as const)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    published[language] = { file: at(file), labels: Object.fromEntries(labels) }
  }
  return Object.keys(published).length === 0 ? {} : { texts: published }
}
