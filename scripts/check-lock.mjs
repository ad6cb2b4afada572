/**
 * Checks package-lock.json: every package has an integrity hash, so that `npm ci` installs only what was reviewed.
 *
 * Packages for other platforms than the images' (Linux on x64 with glibc) may lack it: complete-lock.mjs restores them
 * from their names if the registry in use does not have them, and cannot know their hashes. `--all` requires those
 * hashes too, for a lock file written with the public registry.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LOCK = join(import.meta.dirname, '../package-lock.json')
const MIN_PACKAGES = 1000
const INTEGRITY = /^sha(512|1)-[A-Za-z0-9+/]+=*$/
const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' }

const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'))
const isStrict = process.argv.includes('--all')
const installed = Object.entries(packages).filter(isDownloaded)
const problems = findProblems(packages)
const others = installed.filter(([, entry]) => !hasHash(entry)).length - problems.length

// A check that finds nothing in a damaged lock file proves nothing.
const planted = structuredClone(packages)
delete planted['node_modules/express'].integrity
if (findProblems(planted).length !== problems.length + 1)
  problems.push('the check did not report a package whose hash was removed')
if (installed.length < MIN_PACKAGES)
  problems.push(`only ${installed.length} packages were read, expected ${MIN_PACKAGES} or more`)

for (const problem of problems) console.error(problem)
console.log(
  `lock: ${installed.length} packages, ${others} for other platforms without a hash, ${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function findProblems(entries) {
  return Object.entries(entries)
    .filter(isDownloaded)
    .filter(([, entry]) => !hasHash(entry) && (isStrict || !isForOtherPlatform(entry)))
    .map(([path, { version }]) => `${path} ${version} has no integrity hash`)
}

function isDownloaded([path, { link }]) {
  return path.includes('node_modules/') && !link
}

function hasHash({ integrity = '' }) {
  return INTEGRITY.test(integrity)
}

function isForOtherPlatform({ optional = false, ...entry }) {
  const isOther = Object.entries(PLATFORM).some(
    ([name, ours]) => !(entry[name] ?? [ours]).includes(ours),
  )
  return optional && isOther
}
