/**
 * Deletes the npm packages that a part does not need at run time, in an image: `npm ci --omit=dev -w <part>` also
 * installs those of the workspace's build tools, such as compilers.
 *
 * node launcher/src/build/runtime-packages.mjs <part>
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

if (process.argv[1] === fileURLToPath(import.meta.url)) prune(resolve('.'), process.argv[2] ?? '')

/**
 * Returns the folders of the packages that a part needs, from the lock file's `packages`: its dependencies, and theirs.
 * Peer dependencies count unless they are optional.
 *
 * @throws Error if the part or one of its dependencies is missing
 */
export function runtimePackages(packages, part) {
  if (!packages[part]) throw new Error(`package-lock.json has no workspace ${part}`)
  const found = new Set([part])
  // A set visits what is added during the loop.
  for (const folder of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[folder]
    const isOptional = (name) =>
      name in (optionalDependencies ?? {}) || peerDependenciesMeta?.[name]?.optional
    for (const name of Object.keys({
      ...peerDependencies,
      ...dependencies,
      ...optionalDependencies,
    })) {
      const target = findPackage(packages, folder, name)
      if (target) found.add(target)
      else if (!isOptional(name))
        throw new Error(`package-lock.json lacks ${name}, which ${folder} needs`)
    }
  }
  return found
}

/** Finds a package as Node.js does: in the node_modules of each folder upwards. */
function findPackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const candidate = join(folder, 'node_modules', name)
    const entry = packages[candidate]
    if (entry) return entry.link ? entry.resolved : candidate
    if (folder === '') return undefined
  }
}

function prune(root, part) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = runtimePackages(packages, part)
  const isNeeded = (folder) =>
    [...needed].some((path) => path === folder || path.startsWith(`${folder}/`))
  for (const parent of ['node_modules', `${part}/node_modules`]) {
    for (const folder of listPackages(root, parent)) {
      if (!isNeeded(folder)) rmSync(join(root, folder), { recursive: true })
    }
  }
}

function listPackages(root, parent) {
  if (!existsSync(join(root, parent))) return []
  return readdirSync(join(root, parent)).flatMap((name) => {
    const folder = `${parent}/${name}`
    return name.startsWith('@') ? listPackages(root, folder) : [folder]
  })
}
