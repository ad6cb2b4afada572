/**
 * Bundles the npm packages that the front ends' tests load most, each into a few files. Jest links every ES module
 * anew for every test file: zod alone has 92 modules, the icons 2,100.
 *
 * The bundles are in `node_modules/.cache/test-packages/`, under a key of everything they are made of: a later run
 * reuses them. See docs/decisions/bundled-test-packages.md.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const CACHE = join(ROOT, 'node_modules/.cache/test-packages')
const ICONS = 'lucide-react'
const require = createRequire(import.meta.url)

/** ES modules, or packages that also have a build of ES modules. */
const ES_PACKAGES = [
  '@tanstack/react-query',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  'class-variance-authority',
  'radix-ui',
  'react-router-dom',
  'zod',
  'zod/mini',
  'zod/v4/core',
  'zustand',
]
const COMMONJS_PACKAGES = ['react-dom', 'react-dom/client']
/**
 * Not bundled: React's `act` needs jest's `module.require`. There is one instance of React, because the bundles
 * import it too.
 */
const EXTERNAL = ['react', 'react/jsx-runtime']

/**
 * Bundles the packages if that has not been done yet, and returns the part of jest's `moduleNameMapper` that maps
 * them to their bundles.
 */
export async function bundlePackages() {
  const icons = findIcons()
  const folder = join(CACHE, keyOf(icons))
  if (!existsSync(folder)) await buildBundles(icons, folder)
  const packages = [...ES_PACKAGES, ...COMMONJS_PACKAGES, ICONS]
  return Object.fromEntries(packages.map((name) => [`^${name}$`, join(folder, fileOf(name))]))
}

/** Changes with the installed packages, the icons in use, and this file. */
function keyOf(icons) {
  const hash = createHash('sha256').update(icons.join())
  for (const file of [join(ROOT, 'node_modules/.package-lock.json'), import.meta.filename]) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function buildBundles(icons, folder) {
  const { build } = await import('esbuild')
  mkdirSync(CACHE, { recursive: true })
  const outdir = mkdtempSync(join(CACHE, 'building-'))
  const sources = new Map([
    ...ES_PACKAGES.map((name) => [name, reexportModule(name)]),
    ...COMMONJS_PACKAGES.map((name) => [name, reexportCommonJs(name)]),
    [ICONS, `export { ${icons.join(', ')} } from '${ICONS}'`],
  ])
  await build({
    entryPoints: [...sources.keys()].map((name) => ({
      in: `entry:${name}`,
      out: fileOf(name).replace(/\.mjs$/, ''),
    })),
    plugins: [entriesOf(sources)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    // Jest's jsdom environment resolves with the condition `browser` as well.
    platform: 'browser',
    conditions: [],
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"test"' },
    external: EXTERNAL,
    // For the CommonJS packages that require React.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    legalComments: 'none',
    logOverride: { 'import-is-undefined': 'silent' },
  })
  try {
    renameSync(outdir, folder)
  } catch (error) {
    // Another run may have finished first: its files are the same.
    if (!existsSync(folder)) throw error
    rmSync(outdir, { recursive: true })
  }
}

/** An esbuild plugin that serves the sources of the entry points. */
function entriesOf(sources) {
  return {
    name: 'entries',
    setup(bundle) {
      bundle.onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
      }))
      bundle.onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({
        contents: sources.get(path),
        resolveDir: ROOT,
      }))
    },
  }
}

/** `export *` leaves out the default export. */
function reexportModule(name) {
  return `import * as all from '${name}'; export * from '${name}'; export default all.default`
}

/** A bundle of a CommonJS module would have a default export only. */
function reexportCommonJs(name) {
  const names = Object.keys(require(name)).join(', ')
  return `import all from '${name}'; export default all; export const { ${names} } = all`
}

function fileOf(name) {
  return `${name.replaceAll('/', '__')}.mjs`
}

/** The names of the icons that our sources import, sorted. */
function findIcons() {
  const names = new Set()
  for (const file of sourceFiles()) {
    const imports = readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g)
    for (const [, list] of imports) {
      for (const [, name] of list.matchAll(/(?:^|,)\s*(?!type\s)(\w+)/g)) names.add(name)
    }
  }
  return [...names].sort()
}

/** The TypeScript files of the packages, the slices and the shell. */
function sourceFiles() {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`)
  const slices = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'))
  return [...packages, ...slices, 'shell']
    .flatMap((part) => [`${part}/src`, `${part}/gallery`])
    .map((folder) => join(ROOT, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file))
}
