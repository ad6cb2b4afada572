/** `npm run build`: compiles the contract, then bundles the deployment into dist/deploy.js. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeBuiltFiles } from './outputs.ts'

const PACKAGE_DIR = fileURLToPath(new URL('.', import.meta.url))

const written = writeBuiltFiles()
console.log(written.length > 0 ? `contracts: wrote ${written.join(', ')}` : 'contracts: unchanged')

await build({
  absWorkingDir: PACKAGE_DIR,
  entryPoints: { deploy: 'deploy.main.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
})
