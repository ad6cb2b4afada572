import { createRequire } from 'node:module'
import path from 'node:path'

/** What is evaluated once per page: the shell brings it, slices take it. The one list of these. */
const SINGLETONS = [
  'react',
  'react-dom',
  'react-router-dom',
  'zustand',
  '@tanstack/react-query',
  '@inkproof/slice',
]

/**
 * Also shared by their subpaths (`react/jsx-runtime`, `react-dom/client`): without the trailing slash
 * webpack doubles the package through them.
 */
const WITH_SUBPATHS = ['react/', 'react-dom/']

/** What the shell provides in place of a whole package. */
const CURATED = {
  'react-router-dom': kitFile('shared/router.mjs'),
  '@tanstack/react-query': kitFile('shared/query.mjs'),
}

/** Not in the shell's first file: what the first page can do without. */
const LATER = new Set(['@tanstack/react-query'])

type SharedModule = {
  singleton: true
  strictVersion: false
  requiredVersion: string
  eager?: true
  version?: string
  import?: false | string
}

/** The `shared` option of module federation for the shell or a slice in `dir`. */
export function sharedModules(dir: string, isShell: boolean): Record<string, SharedModule> {
  // A strict version fails deep inside the slice with an unrelated message; the release refuses instead.
  return Object.fromEntries(
    [...SINGLETONS, ...WITH_SUBPATHS].map((key) => {
      const version = installedVersion(dir, key)
      const side = isShell ? provided(key, version) : ({ import: false } as const)
      const requiredVersion = `^${version}`
      return [key, { singleton: true, strictVersion: false, requiredVersion, ...side }]
    }),
  )
}

/** Eager: in the shell's first file, which everything waits for anyway. */
function provided(key: string, version: string): Partial<SharedModule> {
  const curated = CURATED[key as keyof typeof CURATED]
  const replaced = curated === undefined ? {} : { import: curated, version }
  return LATER.has(key) ? replaced : { eager: true, ...replaced }
}

/** Exact versions of what the shell in `dir` provides, by package. */
export function providedVersions(dir: string): Record<string, string> {
  return Object.fromEntries(SINGLETONS.map((name) => [name, installedVersion(dir, name)]))
}

/** What a slice in `dir` was built against, as ranges: the same major version, not older. */
export function requiredRanges(dir: string): Record<string, string> {
  return Object.fromEntries(SINGLETONS.map((name) => [name, `^${installedVersion(dir, name)}`]))
}

function kitFile(file: string): string {
  return path.resolve(import.meta.dirname, '..', file)
}

function installedVersion(dir: string, key: string): string {
  const require = createRequire(path.join(dir, 'package.json'))
  const name = key.replace(/\/$/, '')
  return (require(`${name}/package.json`) as { version: string }).version
}
