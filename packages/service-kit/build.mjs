/**
 * Bundles a service: `src/main.ts` of the folder it is called in becomes `dist/main.js`.
 *
 * Our own packages are TypeScript source and are inlined; npm packages stay outside, so that native
 * parts and stack traces keep working. Each one is resolved from the service's folder here, because a
 * package that only a sub-folder could find would fail at start.
 *
 * `*.child.mjs` files are started as processes of their own, beside the bundle: they import only npm
 * packages and are copied as they are.
 */
import { copyFileSync, readdirSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const folder = process.cwd()

const npmStaysOutside = {
  name: 'npm-stays-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData }) => {
      if (path.startsWith('@inkproof/') || pluginData === 'checked' || kind === 'entry-point')
        return undefined
      if (path.startsWith('node:')) return { path, external: true }
      const found = await bundle.resolve(path, { resolveDir: folder, kind, pluginData: 'checked' })
      if (found.errors.length > 0) {
        return {
          errors: [
            {
              text: `${path} cannot be found from ${relative('..', folder)}: add it to its package.json`,
            },
          ],
        }
      }
      return { path, external: true }
    })
  },
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
