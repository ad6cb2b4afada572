/**
 * Bundles the release command into one file without dependencies, for the Docker images of the shell and the slices:
 * these only publish a finished build. The bundle must be at the same folder depth as slice-kit's source, because it
 * locates the repository root relative to itself.
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
  // Only needed to build.
  external: ['webpack', '*/first-screen/prerender.ts'],
  banner: {
    // Some bundled packages are CommonJS.
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
