import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Site } from '@inkproof/slice/describe'
import { buildPart, readBuild } from './build.ts'
import { checkBudget } from './check.ts'
import { exists } from './files.ts'
import { checkRouterImports } from './imports.ts'
import { PARTS } from './parts.ts'
import { ROOT, releasePaths } from './paths.ts'
import { activateShell, publishShell } from './publish-shell.ts'
import { activateSlice, publishSlice, removeOtherSlices } from './publish-slice.ts'
import { readRegistry, withReleaseLock, writeRegistry } from './registry.ts'

/** Options of {@link release}. */
export type ReleaseOptions = {
  /** `shell`, `mfe-x`, or either followed by `@<version>` to make a published version current. */
  names: string[]
  /** The folder that the gateway serves; the README describes its contents. */
  out: string
  /** False skips the part's tests. */
  test?: boolean
  /** False publishes `dist` as it is. */
  build?: boolean
  /** False builds without publishing. */
  publish?: boolean
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
  for (const spec of options.names) released.push(await releaseOne(spec, options))
  return released
}

async function removeUnlistedSlices({ names, out, log }: ReleaseOptions): Promise<void> {
  const released = names.map((spec) => parseName(spec).name)
  if (!PARTS.every((part) => released.includes(part))) return
  const removed = await removeOtherSlices(PARTS, out)
  for (const name of removed) log?.(`${name} removed: parts.json does not list it`)
}

async function releaseOne(spec: string, options: ReleaseOptions): Promise<Released> {
  const { out, test = true, build = true, publish = true, log = () => {} } = options
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
    await activate(name, version, out)
    return done(version, false)
  }
  if (build) await checkRouterImports(name)
  const built = build && (await buildPart(name, log))
  if (test) await runTests(name)
  // An unchanged build is checked too; otherwise, a part over its budget would pass at the second attempt.
  await checkBudget(name, await readBuild(name))
  if (!publish) return done(null, built)
  const newVersion = name === 'shell' ? await publishShell(out) : await publishSlice(name, out)
  await activate(name, newVersion, out)
  return done(newVersion, built)
}

/** Splits `mfe-x@1.2.3` into name and version. Throws if no part has this name. */
export function parseName(spec: string): { name: string; version: string | null } {
  const [name = '', version = null] = spec.split('@')
  if (!PARTS.includes(name))
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

async function runTests(name: string): Promise<void> {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js')
  const flags = ['--experimental-vm-modules', '--no-warnings', jest]
  const selection = ['--selectProjects', 'unit', `${name}/`]
  const child = spawn(process.execPath, [...flags, ...selection], { cwd: ROOT, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${name} was not published: its tests failed`)
}
