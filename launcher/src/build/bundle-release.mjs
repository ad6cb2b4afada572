/**
 * Bundles the release for the slices' images, which publish and never build: one file without the
 * build's packages. It lies as deep below the root as slice-kit's own, which finds the root that way.
 */
import { join } from 'node:path'
import { build } from 'esbuild'

const launcher = join(import.meta.dirname, '../..')

await build({
  entryPoints: [join(import.meta.dirname, 'release-slices.ts')],
  outfile: join(launcher, 'dist/release/slices/publish.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['webpack'],
  banner: {
    // Some of what is bundled was written for CommonJS.
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
