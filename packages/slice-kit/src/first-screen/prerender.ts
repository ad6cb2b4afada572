/** Renders the first screens of a part at build time: what a page shows before any script has run. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { partPaths } from '../release/paths.ts'
import { bundleForNode } from './bundle.ts'
import { type FrameTemplate, templateOf } from './frame-template.ts'
import { classNames, prepareMarkup } from './markup.ts'
import { fragmentFile } from './page-names.ts'
import { stylesFor } from './styles.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 20_000_000

type Rendered = Record<string, { signedOut: string; restoring: string }>

/** Writes `dist/first/<page>.html` for each page of a slice, and for its fill of the user menu. */
export async function prerenderSlice(name: string, id: string): Promise<void> {
  const { dir, dist } = partPaths(name)
  const rendered = JSON.parse(await render(dir, 'render-slice.mjs', 'src/slice.tsx')) as Rendered
  const folder = path.join(dist, 'first')
  await mkdir(folder, { recursive: true })
  for (const [key, { signedOut, restoring }] of Object.entries(rendered)) {
    const isFill = !key.startsWith('/')
    const html = isFill || signedOut === restoring ? signedOut : bySession(signedOut, restoring)
    const fragment = await makeFragment(dir, id, html)
    await writeFile(path.join(folder, `${isFill ? key : fragmentFile(key)}.html`), fragment)
  }
}

/** Writes the template of the frame to `dist/first-frame.json`. */
export async function prerenderFrame(name: string): Promise<void> {
  const { dir, dist } = partPaths(name)
  const rendered = await render(dir, 'render-frame.mjs', 'src/first-screen/first-frame.tsx')
  const { html } = prepareMarkup(rendered)
  const template: FrameTemplate = templateOf(html)
  await writeFile(path.join(dist, 'first-frame.json'), JSON.stringify(template))
}

/** The class on `<html>` selects one of the two: see shell/src/before-paint.ts. */
function bySession(signedOut: string, restoring: string): string {
  return `<div data-session="out">${signedOut}</div><div data-session="in">${restoring}</div>`
}

const SESSION_RULES =
  '[data-session]{display:contents}.signed-in [data-session=out],:root:not(.signed-in) [data-session=in]{display:none}'

async function makeFragment(dir: string, id: string, rendered: string): Promise<string> {
  const { html, rules } = prepareMarkup(rendered)
  const session = html.includes('data-session') ? SESSION_RULES : ''
  const css = (await stylesFor(dir, classNames(html))) + rules + session
  if (css.includes('</')) throw new Error('the styles of a first screen would end their element')
  const style = `<style nonce="<!--# echo var="request_id" -->">${css}</style>`
  return `${style}<div class="contents" data-slice="${id}">${html}</div>`
}

/** Runs a script in a separate process, because it sets globals of a browser. Returns what it prints. */
async function render(dir: string, script: string, entry: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inkproof-first-'))
  try {
    const file = path.join(folder, 'render.cjs')
    await writeFile(file, await bundleForNode(dir, script, entry))
    const { stdout } = await run(process.execPath, [file], { maxBuffer: MAX_OUTPUT_BYTES })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}
