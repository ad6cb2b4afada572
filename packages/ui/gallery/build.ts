/** Builds the gallery: every component in every state, on one page. */
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/postcss'
import { type BuildContext, context, type Plugin } from 'esbuild'
import postcss from 'postcss'

const galleryDir = dirname(fileURLToPath(import.meta.url))

/** Runs Tailwind as an esbuild plugin; esbuild then copies the fonts and rewrites their URLs. */
const tailwindStyles: Plugin = {
  name: 'tailwind',
  setup(build) {
    build.onLoad({ filter: /gallery\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const styles = await postcss([tailwind()]).process(source, { from: path })
      return { contents: styles.css, loader: 'css', resolveDir: dirname(path) }
    })
  },
}

/** Empties the output folder and returns an esbuild context that can build, watch and serve. */
export async function prepareGallery(outdir: string): Promise<BuildContext> {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await cp(join(galleryDir, 'index.html'), join(outdir, 'index.html'))
  return context({
    entryPoints: { gallery: join(galleryDir, 'main.tsx') },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'warning',
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [tailwindStyles],
  })
}
