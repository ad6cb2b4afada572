import { createHash } from 'node:crypto'
import path from 'node:path'
import { build } from 'esbuild'
import type { Compiler } from 'webpack'

/**
 * Builds the script that sets the theme before first paint: `static/theme.<hash>.js`. It runs before
 * everything else and blocks, so it must be as small as it can be and carry no webpack runtime.
 */
export class ThemeScriptPlugin {
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  apply(compiler: Compiler): void {
    const entry = path.join(compiler.context, this.source)
    compiler.hooks.thisCompilation.tap('theme-script', (compilation) => {
      compilation.fileDependencies.add(entry)
      compilation.hooks.additionalAssets.tapPromise('theme-script', async () => {
        const script = await bundle(entry)
        const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
        const { RawSource } = compiler.webpack.sources
        compilation.emitAsset(`static/theme.${hash}.js`, new RawSource(script))
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
