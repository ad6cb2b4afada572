import path from 'node:path'

/** An entry of package-lock.json: an installed package, a workspace, or the link to a workspace. */
type Entry = {
  link?: boolean
  /** The workspace's folder, if the entry is a link. */
  resolved?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The part of package-lock.json (version 3) that is read: its entries by folder, '' for the root. */
export type Lock = { packages?: Record<string, Entry> }

/**
 * Returns the entries of all packages that a workspace and the root depend on, directly or indirectly, by folder. The
 * root's dependencies are included because any build may use its tools, such as tsx.
 *
 * @throws Error if the lock file lists no packages
 */
export function lockedPackages(lock: Lock, workspace: string): Map<string, Entry> {
  const { packages } = lock
  if (!packages?.[''])
    throw new Error('package-lock.json lists no packages: lockfileVersion 3 is required')
  const found = new Map<string, Entry>()
  const remaining = ['', workspace]
  for (let folder = remaining.pop(); folder !== undefined; folder = remaining.pop()) {
    const entry = packages[folder]
    if (entry === undefined || found.has(folder)) continue
    found.set(folder, entry)
    if (entry.link && entry.resolved !== undefined) remaining.push(entry.resolved)
    for (const name of dependencyNames(entry)) remaining.push(locate(packages, folder, name))
  }
  return found
}

function dependencyNames(entry: Entry): string[] {
  return Object.keys({
    ...entry.dependencies,
    ...entry.devDependencies,
    ...entry.optionalDependencies,
    ...entry.peerDependencies,
  })
}

/** Finds a package as Node does, from the innermost node_modules to the outermost. */
function locate(packages: Record<string, Entry>, from: string, name: string): string {
  for (let folder = from || '.'; ; folder = path.posix.dirname(folder)) {
    const candidate = path.posix.join(folder, 'node_modules', name)
    if (candidate in packages || folder === '.') return candidate
  }
}
