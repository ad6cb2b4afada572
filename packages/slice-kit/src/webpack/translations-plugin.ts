import { createHash } from 'node:crypto'
import type { Compilation, Compiler } from 'webpack'
import { readTranslations } from './translations.ts'

/** Emits `texts/<language>.<hash>.json` for each language into which the part is translated. */
export class TranslationsPlugin {
  private readonly prefix: string

  /** `prefix` starts the file names. */
  constructor(prefix: string) {
    this.prefix = prefix
  }

  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources
    compiler.hooks.thisCompilation.tap('translations', (compilation) => {
      compilation.hooks.processAssets.tap('translations', () => {
        for (const [language, translations] of readTranslations(compiler.context)) {
          const text = JSON.stringify(translations)
          const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
          const file = `${this.prefix}texts/${language}.${hash}.json`
          compilation.emitAsset(file, new RawSource(text), { language })
        }
      })
    })
  }
}

/** The emitted files by language, relative to the output folder. */
export function translationFiles(compilation: Compilation): Record<string, string> {
  return Object.fromEntries(
    compilation
      .getAssets()
      .filter(({ info }) => info['language'] !== undefined)
      .map(({ name, info }) => [String(info['language']), name]),
  )
}
