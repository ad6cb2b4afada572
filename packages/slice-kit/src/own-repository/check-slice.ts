import { buildPart, readBuild } from '../release/build.ts'
import { readBuiltSlice } from '../release/built-slice.ts'
import { checkBudget, findIncompatibilities, findSegmentConflicts } from '../release/check.ts'
import { checkPagesOf } from '../release/check-pages.ts'
import { checkTypes } from '../release/check-types.ts'
import { checkRouterImports } from '../release/imports.ts'
import type { LiveSite } from '../release/live-site.ts'
import { partPaths } from '../release/paths.ts'
import { runTests } from '../release/run-tests.ts'
import { computeVersion } from '../release/version.ts'

/** Builds a slice and checks it as a release does, without publishing anything. Returns its version. */
export async function checkSlice(
  name: string,
  site: LiveSite,
  log: (line: string) => void,
): Promise<string> {
  await checkRouterImports(name)
  await checkTypes(name)
  await buildPart(name, log)
  await runTests(name, log)
  await checkBudget(name, await readBuild(name))
  const { version } = await computeVersion(name)
  const { slice, files } = await readBuiltSlice(name, version, partPaths(name).dist)
  const [provided, registry] = await Promise.all([site.provided(), site.registry()])
  if (provided === null) throw new Error('there is no live shell to check the slice against')
  const problems = [
    ...findSegmentConflicts(slice, registry.slices),
    ...findIncompatibilities(slice, provided),
  ]
  if (problems.length > 0)
    throw new Error(`${name}@${version} cannot be released: ${problems.join('; ')}`)
  await checkPagesOf(site, slice, files)
  log(`${name}@${version} can be released; pages opened in a browser: ${slice.paths.length}`)
  return version
}
