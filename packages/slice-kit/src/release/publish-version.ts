import { buildPart, readBuild } from './build.ts'
import { checkBudget } from './check.ts'
import { checkTypes } from './check-types.ts'
import { exists } from './files.ts'
import { checkRouterImports } from './imports.ts'
import { isSliceName, PARTS } from './parts.ts'
import { releasePaths } from './paths.ts'
import { publishShell } from './publish-shell.ts'
import { publishSlice } from './publish-slice.ts'
import { readSlice } from './published-slice.ts'
import { readLiveVersion } from './registry.ts'
import { runTests } from './run-tests.ts'

/** How a version is built, checked and published, before it becomes live or part of a variant. */
export type PublishOptions = {
  /** The folder that the gateway serves; the README describes its contents. */
  out: string
  /** False skips the part's tests and the check of its types. */
  test?: boolean
  /** False publishes `dist` as it is. */
  build?: boolean
  /** True opens each page of a new version in a headless browser. */
  checkInBrowser?: boolean
  /** False builds without publishing. */
  publish?: boolean
  log?: (line: string) => void
}

/** Builds, tests and publishes a part. `version` is null if it was not published. */
export async function publishVersion(
  name: string,
  { out, test = true, build = true, publish = true, log = () => {} }: PublishOptions,
): Promise<{ version: string | null; built: boolean }> {
  if (build) await checkRouterImports(name)
  if (test) await checkTypes(name)
  const built = build && (await buildPart(name, log))
  if (test) await runTests(name, log)
  // An unchanged build is checked too; otherwise, a part over its budget would pass at the second attempt.
  await checkBudget(name, await readBuild(name))
  if (!publish) return { version: null, built }
  const version = name === 'shell' ? await publishShell(out) : await publishSlice(name, out)
  return { version, built }
}

/**
 * Builds, tests, publishes and checks a slice for a variant; with `mfe-x@<version>`, only checks that version.
 *
 * @throws Error with the reason if this version cannot become part of a variant
 */
export async function publishForVariant(
  spec: string,
  options: PublishOptions,
): Promise<{ name: string; version: string }> {
  const { name, version: selected } = parseName(spec)
  if (name === 'shell')
    throw new Error('the shell cannot be previewed or released as a canary; only slices can')
  const version = selected ?? (await publishVersion(name, options)).version
  if (version === null) throw new Error(`${name} was not published`)
  await checkNewVersion(name, version, options)
  return { name, version }
}

/** Opens the pages of a published version of a slice, unless it is live or `checkInBrowser` is false. */
export async function checkNewVersion(
  name: string,
  version: string,
  { out, checkInBrowser = false, log = () => {} }: PublishOptions,
): Promise<void> {
  if (!checkInBrowser || name === 'shell') return
  if ((await readLiveVersion(name, out)) === version) return
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
