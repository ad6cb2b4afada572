import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import type { Compiler } from 'webpack'

/** Source files, relative to the shell's folder. */
type Sources = { page: string; beforePaint: string; worker: string }

/**
 * Emits the shell's page, which the release completes, and `static/before-paint.<hash>.js`, the script that sets the
 * theme before the first paint. This script runs first and blocks rendering, so it must be minimal and contain no
 * webpack runtime. `service-worker.js` is bundled without webpack too.
 */
export class ShellPagePlugin {
  private readonly sources: Sources

  constructor(sources: Sources) {
    this.sources = sources
  }

  apply(compiler: Compiler): void {
    const page = path.join(compiler.context, this.sources.page)
    const beforePaint = path.join(compiler.context, this.sources.beforePaint)
    const worker = path.join(compiler.context, this.sources.worker)
    const { RawSource } = compiler.webpack.sources
    compiler.hooks.thisCompilation.tap('shell-page', (compilation) => {
      compilation.fileDependencies.addAll([page, beforePaint])
      compilation.contextDependencies.add(path.dirname(worker))
      compilation.hooks.additionalAssets.tapPromise('shell-page', async () => {
        const script = await bundle(beforePaint)
        const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
        compilation.emitAsset(`static/before-paint.${hash}.js`, new RawSource(script))
        compilation.emitAsset('service-worker.js', new RawSource(await bundle(worker)))
        // Not named .html, because webpack would minify it, including its placeholders.
        compilation.emitAsset('page.template', new RawSource(await readFile(page, 'utf8')))
      })
    })
  }
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}
