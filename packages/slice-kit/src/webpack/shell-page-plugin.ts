import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import type { Compiler } from 'webpack'

/**
 * Emits the shell's page, which the release completes, and `static/theme.<hash>.js`, the script that sets
 * the theme before first paint. That script runs before everything else and blocks, so it must be as
 * small as it can be and carry no webpack runtime.
 */
export class ShellPagePlugin {
  private readonly sources: { page: string; theme: string }

  constructor(sources: { page: string; theme: string }) {
    this.sources = sources
  }

  apply(compiler: Compiler): void {
    const page = path.join(compiler.context, this.sources.page)
    const theme = path.join(compiler.context, this.sources.theme)
    const { RawSource } = compiler.webpack.sources
    compiler.hooks.thisCompilation.tap('shell-page', (compilation) => {
      compilation.fileDependencies.addAll([page, theme])
      compilation.hooks.additionalAssets.tapPromise('shell-page', async () => {
        const script = await bundle(theme)
        const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
        compilation.emitAsset(`static/theme.${hash}.js`, new RawSource(script))
        // Not named .html: webpack would minify it, markers and all.
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
