import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { readBuild } from './build.ts'
import { incompatibilities } from './check.ts'
import {
  hashesOf,
  integrityOf,
  isChecked,
  isThere,
  listFiles,
  readIfThere,
  replaceFile,
  writeCompressed,
} from './files.ts'
import { publicPlaces, sourcePlaces } from './places.ts'
import { readRegistry, withReleaseLock } from './registry.ts'
import { versionOf } from './version.ts'
import { completeWorker, RETIRING_WORKER } from './worker.ts'

const WORKER = 'service-worker.js'

type Provides = Record<string, string>

/** The placeholder that the gateway fills for each request, as described in the README. */
const NONCE = '<!--# echo var="request_id" -->'
const INCLUDED = [
  `<meta name="csp-nonce" content="${NONCE}">`,
  '<!--# include virtual="/early/$seg.html" -->',
  '<script type="application/json" id="slices"><!--# include virtual="/slices.json" --></script>',
]

/** Publishes the built shell: hashed files next to the older ones, and its page under its version. */
export async function publishShell(out: string): Promise<string> {
  const { shell, shellVersions } = publicPlaces(out)
  const { dist } = sourcePlaces('shell')
  const statics = (await listFiles(dist)).filter((file) => file.startsWith('static/'))
  const build = await readBuild('shell')
  const head = await headOf(statics, build)
  const name = integrityOf(Buffer.from(head.join('\n'))).slice(-13, -1)
  const page = await completePage([...head, `<meta name="release" content="${name}">`, ...INCLUDED])
  const worker = await completeWorker(dist, name, statics)
  const { version } = await versionOf('shell', page + worker)
  const folder = path.join(shellVersions, version)
  if (await isThere(path.join(folder, 'index.html'))) return version
  await writeCompressed(dist, statics, shell)
  const { provides } = build.facts as { provides: Provides }
  await replaceFile(path.join(folder, 'provides.json'), JSON.stringify(provides))
  await replaceFile(path.join(folder, WORKER), worker)
  await replaceFile(path.join(folder, 'index.html'), page)
  return version
}

/** Makes a published version the current one, for a release or a rollback. */
export async function pointShellAt(version: string, out: string): Promise<void> {
  const { shellVersions, page, provides, worker } = publicPlaces(out)
  const folder = path.join(shellVersions, version)
  const html = await readIfThere(path.join(folder, 'index.html'))
  const provided = await readIfThere(path.join(folder, 'provides.json'))
  if (html === null || provided === null) {
    throw new Error(`shell@${version} was never published to ${out}`)
  }
  await withReleaseLock(out, async () => {
    const refusals = (await readRegistry(out)).slices.flatMap((slice) =>
      incompatibilities(slice, JSON.parse(provided) as Provides).map(
        (reason) => `${slice.package} ${reason}`,
      ),
    )
    if (refusals.length > 0) throw new Error(`shell@${version} is refused: ${refusals.join('; ')}`)
    // A release without a service worker removes the one that a later release installed in browsers.
    await replaceFile(worker, (await readIfThere(path.join(folder, WORKER))) ?? RETIRING_WORKER)
    if ((await readIfThere(page)) === html) return
    await replaceFile(provides, provided)
    await replaceFile(page, html)
  })
}

/** The built files as tags in the page's head, each script with its integrity. */
async function headOf(statics: string[], { entry, styles, texts }: BuildRecord): Promise<string[]> {
  const { dist } = sourcePlaces('shell')
  const integrity = await hashesOf(dist, statics.filter(isChecked))
  const theme = statics.find((file) => file.startsWith('static/theme.')) ?? ''
  return [
    `<script src="/${theme}" integrity="${integrity[`/${theme}`]}"></script>`,
    // Only what the first paint needs; the rest of a font is loaded when a page uses such a character.
    ...statics.filter((file) => /-first\.[^/]*\.woff2$/.test(file)).map(fontPreload),
    await inlineStyles(styles.map((file) => path.join(dist, file))),
    `<script defer src="/${entry}" integrity="${integrity[`/${entry}`]}"></script>`,
    `<script type="application/json" id="shell-integrity">${JSON.stringify(integrity)}</script>`,
    ...translationList(texts),
  ]
}

/** The languages that the page can show, with the shell's file of each. */
function translationList(texts: Record<string, string>): string[] {
  const paths = Object.entries(texts).map(([language, file]) => [language, `/${file}`])
  if (paths.length === 0) return []
  const list = JSON.stringify(Object.fromEntries(paths))
  return [`<script type="application/json" id="shell-texts">${list}</script>`]
}

async function completePage(head: string[]): Promise<string> {
  const page = await readFile(path.join(sourcePlaces('shell').dist, 'page.template'), 'utf8')
  return page.replace('<!-- head -->', () => head.join('\n'))
}

/** The frame's styles are inlined: nothing can be painted without them, so a separate request would only delay it. */
async function inlineStyles(files: string[]): Promise<string> {
  const styles = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return `<style nonce="${NONCE}">${styles.join('')}</style>`
}

function fontPreload(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}
