import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BuildRecord } from '../webpack/build-record-plugin.ts'
import { readBuild } from './build.ts'
import { findIncompatibilities } from './check.ts'
import {
  exists,
  hashesOf,
  hasIntegrity,
  listFiles,
  readIfExists,
  replaceFile,
  writeCompressed,
} from './files.ts'
import { writeFirstScreens } from './first-screens.ts'
import { recordPublished } from './history.ts'
import { partPaths, releasePaths } from './paths.ts'
import { type Provided, parseProvided } from './provided.ts'
import { readRegistry, withReleaseLock } from './registry.ts'
import { updateVariants } from './variants.ts'
import { computeVersion } from './version.ts'
import { completeWorker, RETIRING_WORKER } from './worker.ts'

const WORKER = 'service-worker.js'
const FIRST_FRAME = 'first-frame.json'

/** Page and worker name their version, which is computed from them: until then, they contain this instead. */
const VERSION_PLACEHOLDER = '@version@'
/** The placeholder that the gateway replaces in each response; see the README. */
const NONCE_PLACEHOLDER = '<!--# echo var="request_id" -->'
const GATEWAY_TAGS = [
  `<meta name="csp-nonce" content="${NONCE_PLACEHOLDER}">`,
  '<!--# include virtual="/early/$seg.html" -->',
  '<script type="application/json" id="slices"><!--# include virtual="/slices.json" --></script>',
]

/**
 * Publishes the built shell: adds its hashed files to those of earlier releases, and writes its page to a folder named
 * after the version. Returns the version.
 */
export async function publishShell(out: string): Promise<string> {
  const { shell, shellVersions } = releasePaths(out)
  const { dist } = partPaths('shell')
  const statics = (await listFiles(dist)).filter((file) => file.startsWith('static/'))
  const build = await readBuild('shell')
  const head = await buildHead(statics, build)
  const page = await completePage([
    ...head,
    `<meta name="release" content="${VERSION_PLACEHOLDER}">`,
    ...GATEWAY_TAGS,
  ])
  const worker = await completeWorker(dist, VERSION_PLACEHOLDER, statics)
  const { version } = await computeVersion('shell', page + worker)
  const folder = path.join(shellVersions, version)
  if (await exists(path.join(folder, 'index.html'))) return version
  await writeCompressed(dist, statics, shell)
  const { provides } = build.facts as { provides: Provided }
  await replaceFile(path.join(folder, 'provides.json'), JSON.stringify(provides))
  await replaceFile(path.join(folder, WORKER), worker.replaceAll(VERSION_PLACEHOLDER, version))
  const frame = await readFile(path.join(dist, FIRST_FRAME), 'utf8')
  await replaceFile(path.join(folder, FIRST_FRAME), frame)
  // Recorded first: an interruption must not leave a version that seems to have been live.
  await recordPublished('shell', version, out)
  await replaceFile(path.join(folder, 'index.html'), page.replaceAll(VERSION_PLACEHOLDER, version))
  return version
}

/** Makes a published version the current one, for a release or a rollback. */
export async function activateShell(
  version: string,
  out: string,
  log?: (line: string) => void,
): Promise<void> {
  const { shellVersions, page, provides, worker, firstFrame } = releasePaths(out)
  const folder = path.join(shellVersions, version)
  const html = await readIfExists(path.join(folder, 'index.html'))
  const providedText = await readIfExists(path.join(folder, 'provides.json'))
  if (html === null || providedText === null) {
    throw new Error(`shell@${version} was never published to ${out}`)
  }
  await withReleaseLock(out, async () => {
    const problems = (await readRegistry(out)).slices.flatMap((slice) =>
      findIncompatibilities(slice, parseProvided(providedText)).map(
        (reason) => `${slice.package} ${reason}`,
      ),
    )
    if (problems.length > 0)
      throw new Error(`shell@${version} cannot be released: ${problems.join('; ')}`)
    // A rollback to a version without a service worker removes the worker that a later version installed in browsers.
    await replaceFile(worker, (await readIfExists(path.join(folder, WORKER))) ?? RETIRING_WORKER)
    if ((await readIfExists(page)) !== html) {
      await replaceFile(provides, providedText)
      // A version without first screens includes none, whatever the current ones are.
      const frame = await readIfExists(path.join(folder, FIRST_FRAME))
      if (frame !== null) await replaceFile(firstFrame, frame)
      await writeFirstScreens(out, (await readRegistry(out)).slices)
      await replaceFile(page, html)
    }
    // Also if nothing changed: an interrupted release may not have updated them.
    await updateVariants(out, log)
  })
}

/** Returns the tags of the page's head for the built files, each script with its integrity. */
async function buildHead(
  statics: string[],
  { entry, styles, texts }: BuildRecord,
): Promise<string[]> {
  const { dist } = partPaths('shell')
  const integrity = await hashesOf(dist, statics.filter(hasIntegrity))
  const beforePaint = statics.find((file) => file.startsWith('static/before-paint.')) ?? ''
  const languages = Object.keys(texts).join(' ')
  return [
    `<script src="/${beforePaint}" integrity="${integrity[`/${beforePaint}`]}" data-languages="${languages}" data-shell="/${entry}" data-integrity="${integrity[`/${entry}`]}"></script>`,
    // Only the characters that the first paint needs; the rest of a font is loaded when a page uses them.
    ...statics.filter((file) => /-first\.[^/]*\.woff2$/.test(file)).map(fontPreload),
    await inlineStyles(styles.map((file) => path.join(dist, file))),
    `<link rel="preload" as="script" href="/${entry}" integrity="${integrity[`/${entry}`]}">`,
    `<script type="application/json" id="shell-integrity">${JSON.stringify(integrity)}</script>`,
    ...translationList(texts),
  ]
}

/** Lists the languages that the page can show, with the shell's file for each. */
function translationList(texts: Record<string, string>): string[] {
  const paths = Object.entries(texts).map(([language, file]) => [language, `/${file}`])
  if (paths.length === 0) return []
  const list = JSON.stringify(Object.fromEntries(paths))
  return [`<script type="application/json" id="shell-texts">${list}</script>`]
}

async function completePage(head: string[]): Promise<string> {
  const page = await readFile(path.join(partPaths('shell').dist, 'page.template'), 'utf8')
  return page.replace('<!-- head -->', () => head.join('\n'))
}

/** The frame's styles are inlined: nothing can be painted without them, and a request would delay the first paint. */
async function inlineStyles(files: string[]): Promise<string> {
  const styles = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return `<style nonce="${NONCE_PLACEHOLDER}">${styles.join('')}</style>`
}

function fontPreload(file: string): string {
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`
}
