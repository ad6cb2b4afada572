/**
 * Bundles a service: `src/main.ts` of the folder it is called in becomes `dist/main.js`.
 *
 * Our own packages are TypeScript source and are inlined; npm packages stay outside, so that native
 * parts and stack traces keep working. Each one is resolved from the service's folder here, because a
 * package that only a sub-folder could find would fail at start, and one that is found in another version
 * there would be run in that version.
 *
 * `*.child.mjs` files are started as processes of their own, beside the bundle: they import only npm
 * packages and are copied as they are.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** Why a package cannot stay outside; undefined where it can. */
function whyNot(found, meant) {
  if (found.errors.length > 0) return 'cannot be found'
  const versions = [found, meant].map(({ path }) => versionOf(dirname(path)))
  return versions[0] === versions[1] ? undefined : `is found as ${versions.join(', not ')},`
}

/** The version of the package that a folder belongs to; undefined for modules of Node itself. */
function versionOf(dir) {
  const description = join(dir, 'package.json')
  const { version } = existsSync(description) ? JSON.parse(readFileSync(description, 'utf8')) : {}
  if (version !== undefined || dirname(dir) === dir) return version
  return versionOf(dirname(dir))
}

await build({
  absWorkingDir: folder,
  entryPoints: [resolve(folder, 'src/main.ts')],
  outfile: resolve(folder, 'dist/main.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [npmStaysOutside],
})

for (const path of readdirSync(resolve(folder, 'src'), { recursive: true })) {
  if (path.endsWith('.child.mjs'))
    copyFileSync(resolve(folder, 'src', path), resolve(folder, 'dist', basename(path)))
}
