/**
 * Bundles a service: `src/main.ts` of the current folder becomes `dist/main.js`. `node build.mjs <output>` writes to
 * the folder `<output>` instead of `dist`; `<output>` must be inside the service's folder.
 *
 * Our own packages are TypeScript source and are inlined; npm packages stay external, so that native modules and stack
 * traces keep working. The build checks that each npm package resolves to the same version from the service's folder as
 * from the file that imports it: otherwise the service would fail at startup or run with a different version.
 *
 * `dist/entry.js` is the entry process of the service's image (src/entry.ts).
 *
 * `*.child.ts` files run as separate processes, each as `<name>.child.js` next to `main.js`. A service starts many of them, so npm
 * packages are bundled, too: Node.js needs longer to find and analyse their files than to run the bundle. What they import
 * dynamically is in files of its own, so that a process parses only what it runs. `*.child.mjs` files import only npm packages
 * and are copied unchanged.
 *
 * `texts/<language>.json` of the service and of its bundled packages are merged into `texts/` next to the bundle.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const folder = process.cwd()
const outdir = resolve(folder, process.argv[2] ?? 'dist')

const externalNpmPackages = {
  name: 'external-npm-packages',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, resolveDir }) => {
      if (path.startsWith('@inkproof/') || pluginData === 'checked' || kind === 'entry-point')
        return undefined
      if (path.startsWith('node:')) return { path, external: true }
      const resolveFrom = (dir) =>
        bundle.resolve(path, { resolveDir: dir, kind, pluginData: 'checked' })
      const [actual, expected] = await Promise.all([resolveFrom(folder), resolveFrom(resolveDir)])
      const problem = findProblem(actual, expected)
      const service = relative('..', folder)
      const fix = `declare the required version in ${service}/package.json`
      const text = `${path} ${problem} from ${service}: ${fix}`
      return problem ? { errors: [{ text }] } : { path, external: true }
    })
  },
}

/** Returns why a package cannot stay external; undefined if it can. */
function findProblem(actual, expected) {
  if (actual.errors.length > 0) return 'cannot be resolved'
  const versions = [actual, expected].map(({ path }) => versionOf(dirname(path)))
  return versions[0] === versions[1] ? undefined : `resolves to ${versions.join(' instead of ')}`
}

/** Returns the version of the package in a folder; undefined for Node's built-in modules. */
function versionOf(dir) {
  const manifest = join(dir, 'package.json')
  const { version } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  if (version !== undefined || dirname(dir) === dir) return version
  return versionOf(dirname(dir))
}

/** Merges the translations of the bundled packages by language. */
function writeTranslations(files) {
  const merged = new Map()
  for (const texts of new Set(files.map((file) => join(packageOf(dirname(file)), 'texts')))) {
    const names = existsSync(texts) ? readdirSync(texts).filter((name) => name !== 'en.json') : []
    for (const name of names) {
      const translations = JSON.parse(readFileSync(join(texts, name), 'utf8'))
      merged.set(name, { ...merged.get(name), ...translations })
    }
  }
  const target = join(outdir, 'texts')
  rmSync(target, { recursive: true, force: true })
  if (merged.size > 0) mkdirSync(target, { recursive: true })
  for (const [name, translations] of merged) {
    writeFileSync(join(target, name), JSON.stringify(translations))
  }
}

/** Removes the dynamically imported parts of earlier builds: their names contain hashes. */
function removeOldParts(outputs) {
  const current = new Set(outputs.map((output) => basename(output)))
  for (const name of readdirSync(outdir)) {
    if (/-[A-Z0-9]{8}\.js(\.map)?$/.test(name) && !current.has(name)) rmSync(join(outdir, name))
  }
}

/** Returns the root folder of the package that contains a folder. */
function packageOf(dir) {
  return existsSync(join(dir, 'package.json')) ? dir : packageOf(dirname(dir))
}

const sources = readdirSync(resolve(folder, 'src'), { recursive: true })
const children = sources
  .filter((path) => path.endsWith('.child.ts'))
  .map((path) => [basename(path, '.ts'), resolve(folder, 'src', path)])

/** For both kinds of programs. */
const COMMON = {
  absWorkingDir: folder,
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
}

const builds = await Promise.all([
  build({
    ...COMMON,
    entryPoints: {
      main: resolve(folder, 'src/main.ts'),
      entry: join(import.meta.dirname, 'src/entry.ts'),
    },
    plugins: [externalNpmPackages],
  }),
  build({
    ...COMMON,
    entryPoints: Object.fromEntries(children),
    // Of packages with both formats, the one that needs no `require`.
    mainFields: ['module', 'main'],
    splitting: true,
    // CommonJS packages use these, which ES modules lack.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url), __dirname = import.meta.dirname;",
    },
    minifyWhitespace: true,
  }),
])

removeOldParts(builds.flatMap(({ metafile }) => Object.keys(metafile.outputs)))

const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs))
writeTranslations(inputs.map((input) => resolve(folder, input)))

for (const path of sources) {
  if (path.endsWith('.child.mjs'))
    copyFileSync(resolve(folder, 'src', path), join(outdir, basename(path)))
}
