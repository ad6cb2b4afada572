/** What a workspace is built from, as one hash: its own files, those of the packages it uses, the lock. */
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SCOPE = '@inkproof/'
const NOT_BUILT_FROM = /^(dist|node_modules|content|test)$|\.test\.tsx?$|\.md$/

export function inputsHash(root: string, workspace: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of foldersOf(root, workspace)) addFolder(hash, join(root, folder), folder)
  return hash.digest('hex')
}

function foldersOf(root: string, folder: string, seen: Set<string> = new Set()): string[] {
  seen.add(folder)
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const other = name.startsWith(SCOPE) && workspaceOf(root, name.slice(SCOPE.length))
    if (other && !seen.has(other)) foldersOf(root, other, seen)
  }
  return [...seen].sort()
}

/** Packages lie in packages/; what is deployed, contracts for one, at the root. */
function workspaceOf(root: string, name: string): string {
  return existsSync(join(root, 'packages', name)) ? `packages/${name}` : name
}

function addFolder(hash: Hash, folder: string, shown: string): void {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_BUILT_FROM.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, path, `${shown}/${entry.name}`)
    else if (entry.isFile()) hash.update(`${shown}/${entry.name}\0`).update(readFileSync(path))
  }
}
