import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice, PublishedTexts, SliceDescription } from '@inkproof/slice/describe'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { hasIntegrity, integrityOf } from './files.ts'
import { IS_OWN_REPOSITORY } from './paths.ts'

type SliceFacts = SliceDescription & { name: string; requires: Record<string, string> }

/** A built slice: the folder of its output, and the files in it that are published, relative to that folder. */
export type SliceOutput = { name: string; version: string; dist: string; files: string[] }

/** Creates the entry of a built slice for the registry. Its files are served below `/slices/<name>/<version>/`. */
export async function createSliceRecord({
  name,
  version,
  dist,
  files,
}: SliceOutput): Promise<PublishedSlice> {
  const toUrlPath = (file: string) => `/slices/${name}/${version}/${file}`
  const build = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as BuildRecord
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
    ...(await publishedTexts(dist, build, toUrlPath)),
    ...(IS_OWN_REPOSITORY && { isExternal: true as const }),
  }
}

/**
 * Returns the `texts` of a slice for the registry: for each language, the file with the translations, and the
 * translated navigation labels. Returns no `texts` for a slice without translations, to keep the registry small: it is
 * inlined in every page.
 */
async function publishedTexts(
  dist: string,
  { texts, facts }: BuildRecord,
  toUrlPath: (file: string) => string,
): Promise<Pick<PublishedSlice, 'texts'>> {
  const { nav } = facts as SliceFacts
  const published: Record<string, PublishedTexts> = {}
  for (const [language, file] of Object.entries(texts)) {
    const text = await readFile(path.join(dist, file), 'utf8')
    const translations = JSON.parse(text) as Record<string, unknown>
    const labels = nav
      .map(({ label }) => [label, translations[label]] as const)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    published[language] = { file: toUrlPath(file), labels: Object.fromEntries(labels) }
  }
  return Object.keys(published).length === 0 ? {} : { texts: published }
}
