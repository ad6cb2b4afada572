import type { Site } from '@inkproof/slice/describe'
import { buildPart, readBuild } from './build.ts'
import { checkBudget } from './check.ts'
import { checkTypes } from './check-types.ts'
import { exists } from './files.ts'
import { activateAndRecord, readHistory } from './history.ts'
import { checkRouterImports } from './imports.ts'
import { isSliceName, PARTS } from './parts.ts'
import { IS_OWN_REPOSITORY, releasePaths } from './paths.ts'
import { pruneVersions } from './prune.ts'
import { activateShell, publishShell } from './publish-shell.ts'
import { activateSlice, publishSlice, readSlice, removeOtherSlices } from './publish-slice.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'
import { runTests } from './run-tests.ts'

/** Options of {@link release}. */
export type ReleaseOptions = {
  /** `shell`, `mfe-x`, or either followed by `@<version>` to make a published version current. */
  names: string[]
  /** The folder that the gateway serves; the README describes its contents. */
  out: string
  /** False skips the part's tests and the check of its types. */
  test?: boolean
  /** False publishes `dist` as it is. */
  build?: boolean
  /** True opens each page of a new version in a headless browser before it becomes live. */
  checkInBrowser?: boolean
  /** False builds without publishing. */
  publish?: boolean
  /**
   * True if this is the start of a system: parts that were rolled back stay as they are, and a part that fails keeps its
   * released version while the others are released.
   */
  isStart?: boolean
  /** Public settings of the installation; unchanged if omitted. */
  site?: Site
  log?: (line: string) => void
}

/** The result for one part. `version` is null if the part was not published. */
export type Released = { name: string; version: string | null; built: boolean; tookMs: number }

/**
 * Builds, tests, checks and publishes parts one by one. Throws at the first that fails. A release of all parts first
 * removes the slices that parts.json no longer lists; a release of some parts leaves all others unchanged.
 */
export async function release(options: ReleaseOptions): Promise<Released[]> {
  const released: Released[] = []
  if (options.site !== undefined) await writeSite(options.out, options.site)
  if (options.publish !== false) await removeUnlistedSlices(options)
  for (const spec of options.names) released.push(await releaseOrReport(spec, options))
  return released
}

/** At a start, reports a part that cannot be released, unless the page cannot be served without it. */
async function releaseOrReport(spec: string, options: ReleaseOptions): Promise<Released> {
  const startedAt = Date.now()
  try {
    return await releaseOne(spec, options)
  } catch (error) {
    const { isStart = false, build = true, publish = true, out, log } = options
    const { name } = parseName(spec)
    const isServed = name !== 'shell' || (await exists(releasePaths(out).page))
    // The image or container of a single part must report that it failed.
    if (!isStart || !build || !publish || !isServed) throw error
    const reason = error instanceof Error ? error.message : String(error)
    log?.(`${name} was not released; the version released before, if any, stays live: ${reason}`)
    return { name, version: null, built: false, tookMs: Date.now() - startedAt }
  }
}

async function removeUnlistedSlices({ names, out, log }: ReleaseOptions): Promise<void> {
  if (IS_OWN_REPOSITORY) return
  const released = names.map((spec) => parseName(spec).name)
  if (!PARTS.every((part) => released.includes(part))) return
  const removed = await removeOtherSlices(PARTS, out)
  for (const name of removed) log?.(`${name} removed: parts.json does not list it`)
}

async function releaseOne(spec: string, options: ReleaseOptions): Promise<Released> {
  const { out, test = true, build = true, publish = true, isStart = false } = options
  const { log = () => {} } = options
  const startedAt = Date.now()
  const { name, version } = parseName(spec)
  const done = (releasedVersion: string | null, built: boolean): Released => {
    const tookMs = Date.now() - startedAt
    log(
      `${name} ${releasedVersion ?? 'built'}${built ? '' : ' (unchanged)'} in ${(tookMs / 1000).toFixed(1)} s`,
    )
    return { name, version: releasedVersion, built, tookMs }
  }
  const activateVersion = (selected: string, isRollback: boolean) =>
    activateAndRecord({ name, version: selected, out, isRollback }, () =>
      activate(name, selected, out),
    )
  if (version !== null) {
    await activateVersion(version, true)
    return done(version, false)
  }
  const { live, rolledBack = [] } = (isStart && (await readHistory(out))[name]) || {}
  const stayRolledBack = () => {
    log(`${name} ${live} stays live after a rollback, until \`npm run release -- ${name}\``)
    return { name, version: live ?? null, built: false, tookMs: Date.now() - startedAt }
  }
  if (build && rolledBack.length > 0) return stayRolledBack()
  if (build) await checkRouterImports(name)
  if (test) await checkTypes(name)
  const built = build && (await buildPart(name, log))
  if (test) await runTests(name, log)
  // An unchanged build is checked too; otherwise, a part over its budget would pass at the second attempt.
  await checkBudget(name, await readBuild(name))
  if (!publish) return done(null, built)
  const newVersion = name === 'shell' ? await publishShell(out) : await publishSlice(name, out)
  // An image contains one version, so that another one means a new image, which is a release.
  if (rolledBack.includes(newVersion)) return stayRolledBack()
  if (options.checkInBrowser && name !== 'shell') await checkNewVersion(name, newVersion, out, log)
  await activateVersion(newVersion, false)
  const pruned = await pruneVersions(name, out)
  if (pruned.length > 0) log(`${name}: deleted old versions ${pruned.join(', ')}`)
  return done(newVersion, built)
}

/** Opens the pages of a published version, unless it is live already. */
async function checkNewVersion(
  name: string,
  version: string,
  out: string,
  log: (line: string) => void,
): Promise<void> {
  const { slices } = await readRegistry(out)
  if (slices.some((slice) => slice.package === name && slice.version === version)) return
  if (!(await exists(releasePaths(out).page))) {
    log(`${name}: pages not opened in a browser, because no shell has been released`)
    return
  }
  const slice = await readSlice(name, version, out)
  // Loaded only here: an image, which publishes a finished build, contains no browser.
  const { checkPages } = await import('./check-pages.ts')
  await checkPages(out, slice)
  log(`${name}: pages opened in a browser: ${slice.paths.length}`)
}

/**
 * Splits `mfe-x@1.2.3` into name and version. Throws if no part has this name; a version may also be that of a slice from a
 * repository of its own.
 */
export function parseName(spec: string): { name: string; version: string | null } {
  const [name = '', version = null] = spec.split('@')
  if (!PARTS.includes(name) && (version === null || !isSliceName(name)))
    throw new Error(`no part is called "${name}"; the parts are ${PARTS.join(', ')}`)
  return { name, version }
}

function activate(name: string, version: string, out: string): Promise<void> {
  return name === 'shell' ? activateShell(version, out) : activateSlice(name, version, out)
}

async function writeSite(out: string, site: Site): Promise<void> {
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    // `offline` is set manually, so it is kept unless the caller sets it explicitly.
    const { offline } = registry.site
    const next = offline === undefined ? site : { offline, ...site }
    const hasRegistry = await exists(releasePaths(out).registry)
    if (hasRegistry && JSON.stringify(registry.site) === JSON.stringify(next)) return
    await writeRegistry(out, { ...registry, site: next })
  })
}

/** Sets `site.offline`: `off` removes the service worker from every browser at its next visit, `on` restores it. */
export async function setOffline(setting: string, out: string): Promise<void> {
  if (setting !== 'on' && setting !== 'off')
    throw new Error(`--offline takes on or off, not "${setting}"`)
  await withReleaseLock(out, async () => {
    const registry = await readRegistry(out)
    await writeRegistry(out, { ...registry, site: { ...registry.site, offline: setting === 'on' } })
  })
}
