import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readBuild } from './build.ts'
import { misfits } from './check.ts'
import { integrityOf, isThere, readIfThere, replaceFile, writeCompressed } from './files.ts'
import { publicPlaces, sourcePlaces } from './places.ts'
import { readRegistry, underLock } from './registry.ts'
import { versionOf } from './version.ts'

type Provides = Record<string, string>

/** What the gateway fills in for each request; the README says how. */
const INCLUDED = [
  '<meta name="csp-nonce" content="<!--# echo var="request_id" -->">',
  '<!--# include virtual="/early/$seg.html" -->',
  '<script type="application/json" id="slices"><!--# include virtual="/slices.json" --></script>',
]

/** Publishes the built shell: hashed files beside the older ones, and its page under its version. */
export async function publishShell(out: string): Promise<string> {
  const { shell, shellVersions } = publicPlaces(out)
  const { version, files } = await versionOf('shell')
  const folder = path.join(shellVersions, version)
  if (await isThere(path.join(folder, 'index.html'))) return version
  const build = await readBuild('shell')
  const statics = files.filter((file) => file.startsWith('static/'))
  await writeCompressed(sourcePlaces('shell').dist, statics, shell)
  const { provides } = build.facts as { provides: Provides }
  await replaceFile(path.join(folder, 'provides.json'), JSON.stringify(provides))
  await replaceFile(
    path.join(folder, 'index.html'),
    await completePage(statics, build.entry, build.styles),
  )
  return version
}

/** Makes a published version the one that is served: a release, or the way back. */
export async function pointShellAt(version: string, out: string): Promise<void> {
  const { shellVersions, page, provides } = publicPlaces(out)
  const folder = path.join(shellVersions, version)
  const html = await readIfThere(path.join(folder, 'index.html'))
  const provided = await readIfThere(path.join(folder, 'provides.json'))
  if (html === null || provided === null) {
    throw new Error(`shell@${version} was never published to ${out}`)
  }
  await underLock(out, async () => {
    const refusals = (await readRegistry(out)).slices.flatMap((slice) =>
      misfits(slice, JSON.parse(provided) as Provides).map(
        (reason) => `${slice.package} ${reason}`,
      ),
    )
    if (refusals.length > 0) throw new Error(`shell@${version} is refused: ${refusals.join('; ')}`)
    if ((await readIfThere(page)) === html) return
    await replaceFile(provides, provided)
    await replaceFile(page, html)
  })
}

/** Puts the built files into the page's head, each with its integrity. */
async function completePage(statics: string[], entry: string, styles: string[]): Promise<string> {
  const { dist } = sourcePlaces('shell')
  const integrity: Record<string, string> = {}
  for (const file of statics.filter((file) => /\.(js|css)$/.test(file))) {
    integrity[`/${file}`] = integrityOf(await readFile(path.join(dist, file)))
  }
  const theme = statics.find((file) => file.startsWith('static/theme.')) ?? ''
  const font = statics.find((file) => file.endsWith('.woff2'))
  const head = [
    `<script src="/${theme}" integrity="${integrity[`/${theme}`]}"></script>`,
    ...styles.map(
      (file) => `<link rel="stylesheet" href="/${file}" integrity="${integrity[`/${file}`]}">`,
    ),
    `<script defer src="/${entry}" integrity="${integrity[`/${entry}`]}"></script>`,
    ...(font === undefined
      ? []
      : [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`]),
    `<script type="application/json" id="shell-integrity">${JSON.stringify(integrity)}</script>`,
    ...INCLUDED,
  ]
  const page = await readFile(path.join(dist, 'page.template'), 'utf8')
  return page.replace('<!-- head -->', () => head.join('\n'))
}
