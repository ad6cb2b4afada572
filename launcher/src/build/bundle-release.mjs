/**
 * Bundles the release command for the images of the shell and slices, which only publish: one file that needs none of
 * the build's packages. The bundle is as deep below the root as slice-kit's source, because it locates the root
 * relative to itself.
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
