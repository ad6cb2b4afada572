/** Builds a service for tests that run it as a separate process. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll } from '@jest/globals'

const KIT = fileURLToPath(new URL('../..', import.meta.url))
const ROOT = join(KIT, '../..')
const PREFIX = 'inkproof-test-'
const UNUSED_MS = 86_400_000

/**
 * Builds a service as for production before the tests of the calling file. Test files that run with the same sources share one
 * build. Starting the build takes half the CPU time of starting the service from its sources.
 *
 * @param folder the service's folder
 * @returns a function that returns the path of a file in the build, for example `main.js`; call it in a test or in `beforeAll`
 */
export function buildBeforeTests(folder: string): (file: string) => string {
  let build = ''
  beforeAll(async () => {
    build = await buildForTests(folder)
  })
  return (file) => join(build, file)
}

/** Returns the folder with a build of the current sources of the service in `folder`. */
export async function buildForTests(folder: string): Promise<string> {
  // Inside the service's folder, so that its npm packages are found.
  const cache = join(folder, 'node_modules/.cache')
  const target = join(cache, `${PREFIX}${await sourcesKey(folder)}`)
  if (!(await markUsed(target))) {
    await mkdir(cache, { recursive: true })
    await removeUnused(cache)
    const building = await mkdtemp(join(cache, `${PREFIX}building-`))
    await promisify(execFile)(process.execPath, [join(KIT, 'build.mjs'), building], { cwd: folder })
    // If another process was faster, its build is used.
    await rename(building, target).catch(() => rm(building, { recursive: true }))
    await markUsed(target)
  }
  return target
}

/** Returns a hash of the paths, sizes and times of all sources that the service can contain. */
async function sourcesKey(folder: string): Promise<string> {
  const contracts = join(ROOT, 'contracts')
  const packages = (await readdir(join(ROOT, 'packages'))).map((name) =>
    join(ROOT, 'packages', name),
  )
  const folders = [folder, contracts, ...packages]
  const deployment = (await readdir(contracts)).filter((name) => name.endsWith('.ts'))
  const files = [join(ROOT, 'package-lock.json'), join(KIT, 'build.mjs')]
  files.push(...deployment.map((name) => join(contracts, name)))
  const subfolders = ['src', 'texts', 'generated']
  for (const source of folders.flatMap((path) => subfolders.map((name) => join(path, name)))) {
    const names = await readdir(source, { recursive: true }).catch(() => [])
    const built = names.filter((name) => !/\.test\.tsx?$/.test(name))
    files.push(...built.toSorted().map((name) => join(source, name)))
  }
  const hash = createHash('sha256')
  for (const file of files) {
    const { mtimeMs, size } = await stat(file)
    hash.update(`${file}\0${mtimeMs}\0${size}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Returns false if the build does not exist. */
async function markUsed(build: string): Promise<boolean> {
  const now = new Date()
  return utimes(build, now, now).then(
    () => true,
    () => false,
  )
}

/** Removes the builds of earlier sources; a build that was used within a day may still be in use. */
async function removeUnused(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(PREFIX)) continue
    const build = join(cache, name)
    const { mtimeMs } = await stat(build)
    if (mtimeMs < Date.now() - UNUSED_MS) await rm(build, { recursive: true, force: true })
  }
}
