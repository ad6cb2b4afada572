/**
 * Bundles a service: `src/main.ts` of the current folder becomes `dist/main.js`.
 *
 * Our own packages are TypeScript source and are inlined; npm packages stay external, so that native parts and
 * stack traces keep working. Each one is resolved from the service's folder here: a package that only a sub-folder
 * can resolve would fail at start, and one with another version there would run in that version.
 *
 * `*.child.mjs` files run as separate processes beside the bundle: they import only npm packages and are copied
 * unchanged. `texts/<language>.json` of the service and of our packages in it are merged into `dist/texts/`.
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

const npmStaysOutside = {
  name: 'npm-stays-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, resolveDir }) => {
      if (path.startsWith('@inkproof/') || pluginData === 'checked' || kind === 'entry-point')
        return undefined
      if (path.startsWith('node:')) return { path, external: true }
      const from = (dir) => bundle.resolve(path, { resolveDir: dir, kind, pluginData: 'checked' })
      const [found, meant] = await Promise.all([from(folder), from(resolveDir)])
      const problem = whyNot(found, meant)
      const text = `${path} ${problem} from ${relative('..', folder)}: add it to its package.json`
      return problem ? { errors: [{ text }] } : { path, external: true }
    })
  },
}

/** Returns why a package cannot stay external; undefined if it can. */
function whyNot(found, meant) {
  if (found.errors.length > 0) return 'cannot be found'
  const versions = [found, meant].map(({ path }) => versionOf(dirname(path)))
  return versions[0] === versions[1] ? undefined : `is found as ${versions.join(', not ')},`
}

/** Returns the version of the package in a folder; undefined for Node's built-in modules. */
function versionOf(dir) {
  const description = join(dir, 'package.json')
  const { version } = existsSync(description) ? JSON.parse(readFileSync(description, 'utf8')) : {}
  if (version !== undefined || dirname(dir) === dir) return version
  return versionOf(dirname(dir))
}

/** Merges the translations of what was bundled, by language. */
function writeTranslations(files) {
  const merged = new Map()
  for (const texts of new Set(files.map((file) => join(packageOf(dirname(file)), 'texts')))) {
    const names = existsSync(texts) ? readdirSync(texts).filter((name) => name !== 'en.json') : []
    for (const name of names) {
      const translations = JSON.parse(readFileSync(join(texts, name), 'utf8'))
      merged.set(name, { ...merged.get(name), ...translations })
    }
  }
  const target = resolve(folder, 'dist/texts')
  rmSync(target, { recursive: true, force: true })
  if (merged.size > 0) mkdirSync(target, { recursive: true })
  for (const [name, translations] of merged) {
    writeFileSync(join(target, name), JSON.stringify(translations))
  }
}

/** The folder of the package that a folder is in. */
function packageOf(dir) {
  return existsSync(join(dir, 'package.json')) ? dir : packageOf(dirname(dir))
}

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: [resolve(folder, 'src/main.ts')],
  outfile: resolve(folder, 'dist/main.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [npmStaysOutside],
})

writeTranslations(Object.keys(metafile.inputs).map((input) => resolve(folder, input)))

for (const path of readdirSync(resolve(folder, 'src'), { recursive: true })) {
  if (path.endsWith('.child.mjs'))
    copyFileSync(resolve(folder, 'src', path), resolve(folder, 'dist', basename(path)))
}
