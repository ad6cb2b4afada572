/**
 * Restores entries that npm omits from package-lock.json: optional packages for other platforms, if the registry in
 * use does not have them. Without these entries, `npm ci` refuses the lock file on every platform; with them, it skips
 * the packages for other platforms. Restored entries have no integrity hash, because only the package's registry
 * knows it (check-lock.mjs); where the registry has them, `--renew` removes them first, so that npm adds them itself.
 *
 * node scripts/complete-lock.mjs
 * node scripts/complete-lock.mjs --renew && npm install --package-lock-only && node scripts/complete-lock.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOCK = join(import.meta.dirname, '../package-lock.json')
const SYSTEMS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony']
const PROCESSORS = [
  [/wasm32/, 'wasm32'],
  [/arm64/, 'arm64'],
  [/ia32/, 'ia32'],
  [/ppc64/, 'ppc64'],
  [/s390x/, 's390x'],
  [/riscv64/, 'riscv64'],
  [/loong64/, 'loong64'],
  [/arm/, 'arm'],
  [/x64|amd64/, 'x64'],
]

const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
if (process.argv.includes('--renew')) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).filter(([, entry]) => entry.integrity || !entry.optional),
  )
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
  process.exit()
}
const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).filter(([name]) => !isListed(path, name)),
)
for (const [name, version] of missing)
  lock.packages[`node_modules/${name}`] = entryFor(name, version)
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${missing.length} optional packages restored`)

function isListed(path, name) {
  const parent = path.slice(0, path.lastIndexOf('node_modules/'))
  return [`${path}/node_modules/`, `${parent}node_modules/`, 'node_modules/'].some(
    (folder) => lock.packages[folder + name],
  )
}

/**
 * Creates the entry of an optional package. `os`, `cpu` and `libc`, which npm compares with the machine's, are derived
 * from the package's name, which contains its platform.
 */
function entryFor(name, range) {
  const platform = name.split('/').at(-1)
  const os = SYSTEMS.find((system) => platform.includes(system))
  const cpu = PROCESSORS.find(([pattern]) => pattern.test(platform))?.[1]
  const libc = platform.includes('-musl') ? 'musl' : /-gnu/.test(platform) ? 'glibc' : undefined
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

function byPath([a], [b]) {
  return a < b ? -1 : 1
}
