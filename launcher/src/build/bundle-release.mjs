/**
 * Bundles the release command for the images of shell and slices, which publish and never build: one file without
 * the build's packages. It is at the same depth below the root as slice-kit's own, because it finds the root by
 * that.
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
    // Some bundled packages are CommonJS.
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
