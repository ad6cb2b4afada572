import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import semver from 'semver'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { compressedSize } from './files.ts'
import { partPaths } from './paths.ts'
import type { Provided } from './provided.ts'

/** Maximum bytes transferred before the first page is visible; a part may set its own limit in package.json. */
const DEFAULT_BUDGET_BYTES = 40_000

/** Returns the reasons why a slice cannot run in a shell that provides `provided`; empty if it can. */
export function findIncompatibilities(
  slice: Pick<PublishedSlice, 'contract' | 'requires'>,
  { contract, packages }: Provided,
): string[] {
  const versions = Object.entries(slice.requires)
    .filter(([name, range]) => !semver.satisfies(packages[name] ?? '0.0.0', range))
    .map(
      ([name, range]) => `needs ${name} ${range}, the shell provides ${packages[name] ?? 'none'}`,
    )
  if (slice.contract === contract) return versions
  return [
    `was written for contract ${slice.contract}, the shell implements ${contract}`,
    ...versions,
  ]
}

/**
 * Returns the reasons why a slice cannot be released with the live ones: an `id`, and a first path segment, may belong to one
 * package only. Live versions of the same package are ignored.
 */
export function findSegmentConflicts(
  slice: Pick<PublishedSlice, 'package' | 'id' | 'paths'>,
  live: Pick<PublishedSlice, 'package' | 'id' | 'paths'>[],
): string[] {
  const ownSegments = new Set(slice.paths.map(firstSegment))
  const others = live.filter((other) => other.package !== slice.package)
  const sameId = others.filter(({ id }) => id === slice.id)
  const paths = others.flatMap((other) => other.paths)
  return [
    ...sameId.map((other) => `the id "${slice.id}" belongs to the slice ${other.package}`),
    ...paths
      .filter((path) => ownSegments.has(firstSegment(path)))
      .map((path) => `${path} belongs to another slice`),
  ]
}

/** The first segment of a path or pattern; empty for `/`. */
export function firstSegment(pattern: string): string {
  return pattern.split('/')[1] ?? ''
}

/** Returns the compressed size of a part's initial files in bytes. Throws if it exceeds the part's budget. */
export async function checkBudget(name: string, build: BuildRecord): Promise<number> {
  const { dist, manifest } = partPaths(name)
  const { budgetBytes = DEFAULT_BUDGET_BYTES } = JSON.parse(await readFile(manifest, 'utf8')) as {
    budgetBytes?: number
  }
  const files = new Set([build.entry, ...build.preload, ...build.styles])
  let bytes = 0
  for (const file of files) bytes += await compressedSize(await readFile(path.join(dist, file)))
  if (bytes > budgetBytes) {
    throw new Error(
      `${name} transfers ${bytes} bytes before its first page is visible; its budget is ${budgetBytes}`,
    )
  }
  return bytes
}
