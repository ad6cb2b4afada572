/**
 * Finds import cycles among the folders of a slice. The nodes are the folders `mfe-<name>/src/<folder>`; an edge is an
 * import of a file in another folder (type imports count, tests do not). A finding is a set of folders in which
 * each reaches every other: a strongly connected component of more than one folder.
 */
import { dirname, join } from 'node:path/posix'
import typescript from 'typescript'

const FOLDER = /^(mfe-[^/]+)\/src\/([^/]+)\//

export function folderCycles(sources) {
  const edges = new Map()
  for (const { path, tree } of sources) {
    const folder = folderOf(path)
    if (!folder || !tree) continue
    const targets = edges.get(folder) ?? new Set()
    for (const target of importsOf(path, tree)) if (target !== folder) targets.add(target)
    edges.set(folder, targets)
  }
  return components(edges)
}

function folderOf(path) {
  const [, slice, folder] = FOLDER.exec(path) ?? []
  return slice && `${slice}/src/${folder}`
}

function importsOf(path, tree) {
  return tree.statements
    .filter((node) => typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node))
    .map(({ moduleSpecifier }) => moduleSpecifier?.text ?? '')
    .concat([...tree.text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, target]) => target))
    .filter((target) => target.startsWith('.'))
    .map((target) => folderOf(join(dirname(path), target)))
    .filter((folder) => folder !== undefined)
}

function components(edges) {
  const reachableFrom = new Map(
    [...edges.keys()].map((folder) => [folder, reachable(edges, folder)]),
  )
  const sets = [...reachableFrom].map(([folder, targets]) =>
    [...targets].filter((other) => reachableFrom.get(other)?.has(folder)).sort(),
  )
  const distinct = new Set(sets.filter((set) => set.length > 1).map((set) => set.join(' ')))
  return [...distinct].map((set) => ({
    where: set.split(' ')[0],
    what: `${set.split(' ').length} folders: ${set}`,
  }))
}

function reachable(edges, start) {
  const seen = new Set()
  const queue = [...(edges.get(start) ?? [])]
  while (queue.length > 0) {
    const next = queue.pop()
    if (seen.has(next)) continue
    seen.add(next)
    queue.push(...(edges.get(next) ?? []))
  }
  return seen
}
