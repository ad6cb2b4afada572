import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineSliceConfig } from '@inkproof/slice-kit/webpack/slice-config'
import { description } from './slice.config.ts'

const PDFJS = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** What pdf.js fetches by name while it reads a document: character maps, fonts, decoders and color profiles. */
const FOLDERS = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  wasm: /\.wasm$/,
  iccs: /\.icc$/,
}

/** Adds the files of pdf.js to the build as `pdfjs/<folder>/<name>`. */
const pdfjsFiles = {
  apply(compiler) {
    const { RawSource } = compiler.webpack.sources
    compiler.hooks.thisCompilation.tap('pdfjs-files', (compilation) => {
      compilation.hooks.processAssets.tap('pdfjs-files', () => {
        for (const [folder, pattern] of Object.entries(FOLDERS)) {
          const names = readdirSync(path.join(PDFJS, folder)).filter((name) => pattern.test(name))
          for (const name of names) {
            const content = readFileSync(path.join(PDFJS, folder, name))
            compilation.emitAsset(`pdfjs/${folder}/${name}`, new RawSource(content))
          }
        }
      })
    })
  },
}

const config = defineSliceConfig(import.meta.dirname, description)

export default {
  ...config,
  // A visitor opens one of its two pages, and every file costs its hash on each first visit of the website. What the pages
  // share is therefore in the files of both.
  optimization: { ...config.optimization, splitChunks: false },
  plugins: [...(config.plugins ?? []), pdfjsFiles],
}
