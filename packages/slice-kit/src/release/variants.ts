/**
 * Variants: the live release with one slice replaced by another published version, for a preview or a canary. Each has a
 * folder with its own registry, preload links and first screens, which follow the live release.
 */
import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Registry } from '@inkproof/slice/describe'
import { readIfExists, replaceFile } from './files.ts'
import { releasePaths } from './paths.ts'
import { liveRegistryWith, readSlice } from './published-slice.ts'
import { readLiveVersion, withReleaseLock } from './registry.ts'
import { writeRegistryFiles } from './registry-files.ts'

export type Variant = {
  /** 32 hexadecimal digits, unguessable: whoever knows the id of a preview can open it. */
  id: string
  kind: 'preview' | 'canary'
  package: string
  version: string
  /** The version of the package that was live when the variant was created; null if none was. */
  replaces: string | null
  /** Milliseconds since 1970. */
  createdMs: number
}

/** How long a preview can be opened; as in gateway/templates/variants.conf.template. Canaries are shorter. */
const MAX_AGE_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000
const DESCRIPTION = 'variant.json'
const ID = /^[0-9a-f]{32}$/

/**
 * Creates a variant with a published version of a slice.
 *
 * @throws Error if a release of this version would be refused, or if it is live already
 */
export async function createVariant(
  kind: Variant['kind'],
  name: string,
  version: string,
  out: string,
): Promise<Variant> {
  const slice = await readSlice(name, version, out)
  return withReleaseLock(out, async () => {
    const replaces = await readLiveVersion(name, out)
    if (replaces === version) throw new Error(`${name}@${version} is live already`)
    const id = randomBytes(16).toString('hex')
    const variant: Variant = { id, kind, package: name, version, replaces, createdMs: Date.now() }
    const registry = await liveRegistryWith(slice, out)
    await replaceFile(path.join(variantFolder(id, out), DESCRIPTION), JSON.stringify(variant))
    await writeVariant(variant, registry, out)
    return variant
  })
}

/** Returns the variants below `out`. */
export async function readVariants(out: string): Promise<Variant[]> {
  const ids = await readdir(releasePaths(out).variants).catch(() => [])
  const variants = await Promise.all(ids.map((id) => readVariant(id, out)))
  return variants.filter((variant) => variant !== null)
}

/** Returns a variant, or null if it has ended or its description cannot be read. */
export async function readVariant(id: string, out: string): Promise<Variant | null> {
  if (!ID.test(id)) return null
  try {
    const text = await readIfExists(path.join(variantFolder(id, out), DESCRIPTION))
    return text === null ? null : (JSON.parse(text) as Variant)
  } catch {
    return null
  }
}

/**
 * Ends a variant: visitors get the live release with the next page they load. Does nothing if it has already ended. Call it
 * with the release lock, because an update would write parts of the variant again.
 */
export async function removeVariant(id: string, out: string): Promise<void> {
  if (!ID.test(id)) return
  const removed = path.join(releasePaths(out).variants, `.removed-${id}`)
  // Renamed first, so that an interruption never leaves a variant with some of its files.
  await rename(variantFolder(id, out), removed).catch(() => undefined)
  await rm(removed, { recursive: true, force: true })
}

/** Makes a registry live and updates all variants. Call it with the release lock. */
export async function writeLiveRegistry(
  out: string,
  registry: Registry,
  log: (line: string) => void = () => {},
): Promise<void> {
  await writeRegistryFiles(out, registry)
  await updateVariants(out, log)
}

/**
 * Rewrites all variants from the live release, and ends those that have expired or are no longer compatible with it. Call it
 * with the release lock. Never rejects, because the release is already live: `log` gets what failed.
 *
 * @param nowMs milliseconds since 1970
 */
export async function updateVariants(
  out: string,
  log: (line: string) => void = () => {},
  nowMs = Date.now(),
): Promise<void> {
  await removeRemains(out).catch((error) =>
    log(`could not delete unused previews: ${error.message}`),
  )
  for (const variant of await readVariants(out)) {
    const name = `the ${variant.kind} of ${variant.package} ${variant.version}`
    try {
      const reason = await updateVariant(variant, out, nowMs)
      if (reason === null) continue
      await removeVariant(variant.id, out)
      log(`${name} ended: ${reason}`)
    } catch (error) {
      log(`${name} is outdated until the next release: ${(error as Error).message}`)
    }
  }
}

/** Deletes folders without a description, which an interrupted command has left. */
async function removeRemains(out: string): Promise<void> {
  const { variants } = releasePaths(out)
  for (const name of await readdir(variants).catch(() => []))
    if ((await readVariant(name, out)) === null)
      await rm(path.join(variants, name), { recursive: true, force: true })
}

/** Rewrites a variant. Returns null, or why it has to end. Rejects if it could not be written. */
async function updateVariant(variant: Variant, out: string, nowMs: number): Promise<string | null> {
  const { kind, version, replaces, createdMs } = variant
  const live = await readLiveVersion(variant.package, out)
  if (live === version) return 'this version is live'
  if (kind === 'canary' && live !== replaces)
    return live === null
      ? `${variant.package} was removed meanwhile`
      : `${variant.package} ${live} became live meanwhile`
  if (nowMs - createdMs > MAX_AGE_DAYS * DAY_MS) return `it is older than ${MAX_AGE_DAYS} days`
  try {
    const slice = await readSlice(variant.package, version, out)
    await writeVariant(variant, await liveRegistryWith(slice, out), out)
    return null
  } catch (error) {
    // A failed write, such as on a full disk, does not mean that the version does not fit.
    if ('code' in (error as NodeJS.ErrnoException)) throw error
    return (error as Error).message
  }
}

/** Writes the files of a variant. Only the registry of a preview names the version, for the notice on its pages. */
function writeVariant(variant: Variant, registry: Registry, out: string): Promise<void> {
  const { id, kind, package: name, version } = variant
  const preview = { package: name, version }
  const complete = kind === 'preview' ? { ...registry, preview } : registry
  return writeRegistryFiles(out, complete, variantFolder(id, out))
}

function variantFolder(id: string, out: string): string {
  return path.join(releasePaths(out).variants, id)
}
