/**
 * `node --import tsx gallery/serve.ts [port] [folder]`: builds and serves the gallery, and rebuilds
 * on change.
 */
import { fileURLToPath } from 'node:url'
import { prepareGallery } from './build.ts'

const DEFAULT_PORT = 4100
const [port = DEFAULT_PORT, folder = new URL('../dist/gallery', import.meta.url)] =
  process.argv.slice(2)
const outdir = folder instanceof URL ? fileURLToPath(folder) : folder

const gallery = await prepareGallery(outdir)
await gallery.rebuild()
const server = await gallery.serve({ servedir: outdir, port: Number(port), host: '127.0.0.1' })
if (Number(port) === DEFAULT_PORT) await gallery.watch()
process.stdout.write(`The gallery is at http://127.0.0.1:${server.port}/\n`)
