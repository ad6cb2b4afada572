import { createRequire } from 'node:module'
import path from 'node:path'

/** Packages that are evaluated once per page: the shell provides them, slices use them. This is the only list. */
const SINGLETONS = [
  'react',
  'react-dom',
  'react-router-dom',
  'zustand',
  '@tanstack/react-query',
  '@inkproof/slice',
]

/**
 * Also shared by their subpaths (`react/jsx-runtime`, `react-dom/client`): without the trailing slash, webpack
 * would bundle the package a second time through them.
 */
const WITH_SUBPATHS = ['react/', 'react-dom/']

/** Modules that the shell provides instead of whole packages. */
const REPLACEMENTS = {
  'react-router-dom': kitFile('shared/router.mjs'),
  '@tanstack/react-query': kitFile('shared/query.mjs'),
}

/** Not in the shell's initial file, because the first page does not need them. */
const LAZY = new Set(['@tanstack/react-query'])

type SharedModule = {
  singleton: true
  strictVersion: false
  requiredVersion: string
  eager?: true
  version?: string
  import?: false | string
}

/** Creates the `shared` option of module federation for the shell or a slice in `dir`. */
export function sharedModules(dir: string, isShell: boolean): Record<string, SharedModule> {
  // A strict version would fail inside the slice with an unrelated message; the release checks versions instead.
  return Object.fromEntries(
    [...SINGLETONS, ...WITH_SUBPATHS].map((key) => {
      const version = installedVersion(dir, key)
      const sideOptions = isShell ? providedOptions(key, version) : ({ import: false } as const)
      const requiredVersion = `^${version}`
      return [key, { singleton: true, strictVersion: false, requiredVersion, ...sideOptions }]
    }),
  )
}

/** Returns the shell's additional options. Eager modules are in its initial file, which every page loads anyway. */
function providedOptions(key: string, version: string): Partial<SharedModule> {
  const replacement = REPLACEMENTS[key as keyof typeof REPLACEMENTS]
  const replaced = replacement === undefined ? {} : { import: replacement, version }
  return LAZY.has(key) ? replaced : { eager: true, ...replaced }
}

/** Returns the exact versions of the packages that the shell in `dir` provides. */
export function providedVersions(dir: string): Record<string, string> {
  return Object.fromEntries(SINGLETONS.map((name) => [name, installedVersion(dir, name)]))
}

/** Returns the version ranges that a slice in `dir` requires: the installed major version, not older than installed. */
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
