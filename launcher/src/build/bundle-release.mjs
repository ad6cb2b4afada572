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
  // Only needed to build, and to check a release in a browser.
  external: ['webpack', '*/first-screen/prerender.ts', './check-pages.ts'],
  banner: {
    // Some bundled packages are CommonJS. The name differs from those in the bundled code.
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url)",
  },
  logLevel: 'warning',
})
