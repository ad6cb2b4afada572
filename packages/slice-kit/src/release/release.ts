import type { Site } from '@inkproof/slice/describe'
import { exists } from './files.ts'
import { activateAndRecord, findLiveVersion, readHistory, wasLive } from './history.ts'
import { PARTS } from './parts.ts'
import { IS_OWN_REPOSITORY, releasePaths } from './paths.ts'
import { pruneVersions } from './prune.ts'
import { activateShell } from './publish-shell.ts'
import { activateSlice, removeOtherSlices } from './publish-slice.ts'
import {
  checkNewVersion,
  type PublishOptions,
  parseName,
  publishVersion,
} from './publish-version.ts'
import { writeSite } from './site-settings.ts'

/** Options of {@link release}. */
export type ReleaseOptions = PublishOptions & {
  /** `shell`, `mfe-x`, or either followed by `@<version>` to make a published version current. */
  names: string[]
  /**
   * True if this is the start of a system: parts that were rolled back stay as they are, and a part that fails keeps its
   * released version while the others are released.
   */
  isStart?: boolean
  /** Public settings of the installation; unchanged if omitted. */
  site?: Site
}

/** The result for one part. `version` is null if the part was not published. */
export type Released = { name: string; version: string | null; built: boolean; tookMs: number }

/**
 * Builds, tests, checks and publishes parts one by one. Throws at the first that fails. A release of all parts first
 * removes the slices that parts.json no longer lists; a release of some parts leaves all others unchanged.
 */
export async function release(options: ReleaseOptions): Promise<Released[]> {
  const released: Released[] = []
  if (options.site !== undefined) await writeSite(options.out, options.site, options.log)
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
  const removed = await removeOtherSlices(PARTS, out, log)
  for (const name of removed) log?.(`${name} removed: parts.json does not list it`)
}

async function releaseOne(spec: string, options: ReleaseOptions): Promise<Released> {
  const { out, build = true, isStart = false, log = () => {} } = options
  const startedAt = Date.now()
  const { name, version } = parseName(spec)
  const done = (releasedVersion: string | null, built: boolean): Released => {
    const tookMs = Date.now() - startedAt
    log(
      `${name} ${releasedVersion ?? 'built'}${built ? '' : ' (unchanged)'} in ${(tookMs / 1000).toFixed(1)} s`,
    )
    return { name, version: releasedVersion, built, tookMs }
  }
  if (version !== null) {
    log(await activateSelected(name, version, options))
    return { name, version, built: false, tookMs: Date.now() - startedAt }
  }
  const { live, rolledBack = [] } = (isStart && (await readHistory(out))[name]) || {}
  const stayRolledBack = () => {
    log(`${name} ${live} stays live after a rollback, until \`npm run release -- ${name}\``)
    return { name, version: live ?? null, built: false, tookMs: Date.now() - startedAt }
  }
  if (build && rolledBack.length > 0) return stayRolledBack()
  const { version: newVersion, built } = await publishVersion(name, options)
  if (newVersion === null) return done(null, built)
  // An image contains one version, so a different version means a new image, which is a release.
  if (rolledBack.includes(newVersion)) return stayRolledBack()
  await checkNewVersion(name, newVersion, options)
  await activate({ name, version: newVersion, isRollback: false }, options)
  const pruned = await pruneVersions(name, out)
  if (pruned.length > 0) log(`${name}: deleted old versions ${pruned.join(', ')}`)
  return done(newVersion, built)
}

/**
 * Makes a published version live: a rollback, or a release if it has never been live, such as after a preview. Returns what
 * changed for visitors.
 */
async function activateSelected(
  name: string,
  version: string,
  options: ReleaseOptions,
): Promise<string> {
  const before = await findLiveVersion(name, options.out)
  const isRollback = await wasLive(name, version, options.out)
  if (!isRollback) await checkNewVersion(name, version, options)
  await activate({ name, version, isRollback }, options)
  if (before === version) return `${name} ${version} is live already`
  return isRollback && before !== undefined
    ? `${name}: rolled back from ${before} to ${version}`
    : `${name} ${version} is live`
}

type Activated = { name: string; version: string; isRollback: boolean }

function activate({ name, version, isRollback }: Activated, options: ReleaseOptions) {
  const { out, log = () => {} } = options
  return activateAndRecord({ name, version, out, isRollback }, () =>
    name === 'shell'
      ? activateShell(version, out, log)
      : activateSlice(name, version, out, { log }),
  )
}
