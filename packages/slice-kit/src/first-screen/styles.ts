import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import postcss from 'postcss'
import { withoutFallbacks } from '../webpack/without-fallbacks.ts'

/**
 * Returns the part of a slice's utilities that some class names need, minified, in the same order and with the same
 * scope as in `src/slice.css`.
 */
export async function stylesFor(dir: string, classes: readonly string[]): Promise<string> {
  const base = path.join(dir, 'src')
  const source = (await readFile(path.join(base, 'slice.css'), 'utf8')).replaceAll(
    /@source [^;]*;/g,
    '',
  )
  const compiler = await compile(source, { base, onDependency: () => {} })
  const { css } = postcss([withoutFallbacks]).process(compiler.build([...classes]), {
    from: undefined,
  })
  return (
    optimize(css, { minify: true })
      .code.replace(/^\/\*.*?\*\//s, '')
      .replace(/@layer [a-z,]+;/, '')
      // The shell defines the tokens, so their fallbacks are not needed.
      .replaceAll(/var\((--(?!tw-)[\w-]+),(?:[^()]|\([^()]*\))*\)/g, 'var($1)')
      // The slice's own styles are adopted while its first screen is still shown, and must not override it.
      .replaceAll(/\[data-slice=("?)([\w-]+)\1\]/g, '[data-slice=$2][data-slice]')
      .trim()
  )
}
