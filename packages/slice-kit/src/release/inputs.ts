import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Lock, lockedPackages } from './locked.ts'
import { ROOT } from './paths.ts'

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Files at the root that a workspace imports. */
const IMPORTED_FROM_ROOT: Readonly<Record<string, string[]>> = { shell: ['parts.json'] }
const OWN_SCOPE = '@inkproof/'
/** Files and folders that no build reads, at any depth. `en.json` is the catalogue of the texts in the code. */
const EXCLUDED = /^(dist|node_modules|en\.json)$|\.test\.tsx?$|\.md$/
/** Top-level folders of a workspace that no build reads: articles, which are read at run time, and tests. */
const EXCLUDED_AT_TOP = /^(content|test)$/

/**
 * Returns a hash of everything a workspace is built from: its own files, the workspaces it depends on, directly or
 * indirectly, and the locked versions of its other dependencies. If the hash is unchanged, so is the build's
 * output.
 */
export function inputsHash(workspace: string, root = ROOT): string {
  const hash = createHash('sha256')
  for (const file of IMPORTED_FROM_ROOT[workspace] ?? [])
    hash.update(readFileSync(path.join(root, file)))
  addLockedPackages(hash, root, workspace)
  for (const folder of dependencyFolders(root, workspace)) {
    addFolder(hash, path.join(root, folder), folder, EXCLUDED_AT_TOP)
  }
  return hash.digest('hex')
}

/** Hashes only the locked packages that the workspace uses, so that adding a workspace causes no other builds. */
function addLockedPackages(hash: Hash, root: string, workspace: string): void {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  const entries = [...lockedPackages(lock, workspace)].sort(([a], [b]) => (a < b ? -1 : 1))
  hash.update(JSON.stringify(entries))
}

function dependencyFolders(root: string, folder: string, seen = new Set<string>()): string[] {
  seen.add(folder)
  const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text) as Manifest
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const dependency =
      name.startsWith(OWN_SCOPE) && workspaceFolder(root, name.slice(OWN_SCOPE.length))
    if (dependency && !seen.has(dependency)) dependencyFolders(root, dependency, seen)
  }
  return [...seen].sort()
}

/** Returns the folder of a workspace: packages are in packages/, deployed ones such as contracts at the root. */
function workspaceFolder(root: string, name: string): string {
  return existsSync(path.join(root, 'packages', name)) ? `packages/${name}` : name
}

function addFolder(hash: Hash, folder: string, relativePath: string, alsoExcluded = /^$/): void {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !EXCLUDED.test(name) && !alsoExcluded.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, file, `${relativePath}/${entry.name}`)
    else if (entry.isFile())
      hash.update(`${relativePath}/${entry.name}\0`).update(readFileSync(file))
  }
}
