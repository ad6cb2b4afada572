import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from './files.ts'
import { partPaths } from './paths.ts'

const SHARED_ROUTER = path.resolve(import.meta.dirname, '../shared/router.mjs')
const IMPORT = /import\s+(?!type\b)([^'"]*?)\s+from\s+['"](react-router(?:-dom)?(?:\/[^'"]*)?)['"]/g

/** Test helpers never run in a browser, so they may use the whole package. */
const TESTING = /(^|\/)testing\/|\.test\.tsx?$/

/** Throws if a part imports something from the router that the shell does not share. */
export async function checkRouterImports(name: string): Promise<void> {
  const shared = exportedNames(await readFile(SHARED_ROUTER, 'utf8'))
  const src = path.join(partPaths(name).dir, 'src')
  for (const file of await listFiles(src)) {
    if (!/\.tsx?$/.test(file) || TESTING.test(file)) continue
    const problem = findUnsharedImport(await readFile(path.join(src, file), 'utf8'), shared)
    if (problem !== null) throw new Error(`${name}/src/${file}: ${problem}`)
  }
}

/** Returns why the shell cannot provide a source file's router imports, or null. */
export function findUnsharedImport(source: string, shared: Set<string>): string | null {
  for (const [, clause = '', from = ''] of source.matchAll(IMPORT)) {
    if (from !== 'react-router-dom') return `import from react-router-dom, not from ${from}`
    const unknown = importedNames(clause).find((name) => !shared.has(name))
    if (unknown !== undefined) return `the shell does not share ${unknown} of react-router-dom`
  }
  return null
}

/** The names in an import clause such as `{ Link, type To, useParams as params }`. */
function importedNames(clause: string): string[] {
  const inBraces = clause.match(/\{([^}]*)\}/)?.[1]
  if (inBraces === undefined) return [clause]
  return inBraces
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(/\s+as\s+/)[0] ?? part)
}

/** The names a module re-exports. */
export function exportedNames(module: string): Set<string> {
  const lists = [...module.matchAll(/export\s*\{([^}]*)\}/g)].map(([, list = '']) => list)
  return new Set(lists.flatMap((list) => importedNames(`{${list}}`)))
}
