import { build } from 'esbuild'

/**
 * Bundles a worker separately, without the page's federation and shared modules, which it cannot use. Applies to
 * `new Worker(new URL('./x.worker.ts', import.meta.url))`; `workerRule` in base.ts sets the
 * name of the output file.
 */
export default async function workerLoader() {
  const done = this.async()
  try {
    const { outputFiles, metafile } = await build({
      entryPoints: [this.resourcePath],
      absWorkingDir: this.rootContext,
      bundle: true,
      write: false,
      metafile: true,
      minify: this.mode === 'production',
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      legalComments: 'none',
    })
    for (const input of Object.keys(metafile.inputs)) {
      this.addDependency(new URL(input, `file://${this.rootContext}/`).pathname)
    }
    done(null, outputFiles[0].text)
  } catch (error) {
    done(error)
  }
}
