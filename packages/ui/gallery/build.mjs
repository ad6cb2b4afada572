/** Builds the gallery into dist/gallery; with --serve, serves it and builds again on every change. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/postcss'
import { context } from 'esbuild'
import postcss from 'postcss'

const here = dirname(fileURLToPath(import.meta.url))
const PORT = 4100

/** Tailwind runs inside esbuild, which then copies the font and rewrites its address. */
const tailwindStyles = {
  name: 'tailwind',
  setup(build) {
    build.onLoad({ filter: /gallery\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const styles = await postcss([tailwind()]).process(source, { from: path })
      return { contents: styles.css, loader: 'css', resolveDir: dirname(path) }
    })
  },
}

/** Options for one build into a folder of the caller's choice. */
export function galleryOptions(outdir) {
  return {
    entryPoints: { gallery: join(here, 'main.tsx') },
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
  }
}

/** Builds once; returns when every file is there. */
export async function buildGallery(outdir) {
  const work = await prepare(outdir)
  await work.rebuild()
  await work.dispose()
}

async function prepare(outdir) {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await cp(join(here, 'index.html'), join(outdir, 'index.html'))
  await writeFile(join(outdir, 'favicon.ico'), '')
  return context(galleryOptions(outdir))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outdir = join(here, '..', 'dist', 'gallery')
  if (process.argv.includes('--serve')) {
    const work = await prepare(outdir)
    await work.watch()
    await work.serve({ servedir: outdir, port: PORT, host: '127.0.0.1' })
    process.stdout.write(`The gallery is at http://localhost:${PORT}\n`)
  } else {
    await buildGallery(outdir)
    process.stdout.write(`The gallery is in ${outdir}\n`)
  }
}
