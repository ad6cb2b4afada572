import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { type FrameTemplate, fillTemplate } from '../first-screen/frame-template.ts'
import { fragmentFile } from '../first-screen/page-names.ts'
import { exists, readIfExists, replacePages } from './files.ts'
import { releasePaths } from './paths.ts'

/** The first screen of addresses that no pattern names. */
const OTHER = 'none'
const MENU = 'user-menu'

/**
 * Writes `first/<page>.html`: the frame of the current shell with the links of the released slices, and the include of
 * the page's own first screen from its slice's folder. Without a frame, as in older shells, nothing is written. `folder`
 * is that of a variant, or `out` for the live release.
 */
export async function writeFirstScreens(
  out: string,
  slices: PublishedSlice[],
  folder = out,
): Promise<void> {
  const { first } = releasePaths(folder)
  const text = await readIfExists(releasePaths(out).firstFrame)
  if (text === null) return
  const template = JSON.parse(text) as FrameTemplate
  const nav = slices.flatMap((slice) => slice.nav).sort((a, b) => a.order - b.order)
  const filler = slices.find((slice) => slice.fills.includes(MENU))
  const menu = filler === undefined ? null : await fragmentOf(out, filler, MENU)
  const pages = new Map([[OTHER, fillTemplate(template, { path: '', nav, menu, page: null })]])
  for (const slice of slices) {
    for (const pattern of slice.paths) {
      const file = fragmentFile(pattern)
      const page = await fragmentOf(out, slice, file)
      pages.set(file, fillTemplate(template, { path: pattern, nav, menu, page }))
    }
  }
  await replacePages(first, pages)
}

/** Returns the address at which the gateway includes a fragment of a slice; null if the release has none. */
async function fragmentOf(
  out: string,
  { package: name, version }: PublishedSlice,
  file: string,
): Promise<string | null> {
  const isPublished = await exists(
    path.join(releasePaths(out).slices, name, version, 'first', `${file}.html`),
  )
  return isPublished ? `/fragments/${name}/${version}/${file}.html` : null
}
