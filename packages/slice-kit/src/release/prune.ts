import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { exists } from './files.ts'
import { forgetVersions, readHistory } from './history.ts'
import { releasePaths } from './paths.ts'
import { readRegistry, withReleaseLock } from './registry.ts'
import { readVariants } from './variants.ts'

/** Versions that are kept for rollbacks, even if they are old. */
const MIN_VERSIONS = 10
/** Pages that visitors left open load files of the version they were opened with. */
const MIN_AGE_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Deletes the published versions of a part that are neither among the newest ten nor younger than 30 days. The live
 * version, the one before it and those of variants are always kept. For the shell, only pages are deleted, because its
 * versions share their scripts.
 *
 * @param nowMs milliseconds since 1970
 * @returns the deleted versions
 */
export async function pruneVersions(
  name: string,
  out: string,
  nowMs = Date.now(),
): Promise<string[]> {
  const { slices, shellVersions } = releasePaths(out)
  const folder = name === 'shell' ? shellVersions : path.join(slices, name)
  if (!(await exists(folder))) return []
  return withReleaseLock(out, async () => {
    const needed = await neededVersions(name, out)
    const old = (await newestFirst(folder))
      .slice(MIN_VERSIONS)
      .filter(
        ({ version, publishedMs }) => !needed.has(version) && nowMs - publishedMs > MIN_AGE_MS,
      )
      .map(({ version }) => version)
    for (const version of old) await rm(path.join(folder, version), { recursive: true })
    if (old.length > 0) await forgetVersions(name, old, out)
    return old
  })
}

async function neededVersions(name: string, out: string): Promise<Set<string | undefined>> {
  const { live, previous } = (await readHistory(out))[name] ?? {}
  const slices = (await readRegistry(out)).slices.filter((slice) => slice.package === name)
  const variants = (await readVariants(out)).filter((variant) => variant.package === name)
  return new Set([live, previous, ...[...slices, ...variants].map(({ version }) => version)])
}

async function newestFirst(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true })
  const versions = entries
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => {
      const { mtimeMs } = await stat(path.join(folder, name))
      return { version: name, publishedMs: mtimeMs }
    })
  return (await Promise.all(versions)).sort((a, b) => b.publishedMs - a.publishedMs)
}
