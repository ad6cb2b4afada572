import type { PublishedSlice } from '@inkproof/slice/describe'
import { HOME } from '../first-screen/page-names.ts'
import { firstSegment } from './check.ts'
import { replacePages } from './files.ts'
import { releasePaths } from './paths.ts'

const NO_SLICE = 'none'

/**
 * Writes `early/<segment>.html`: preload links for the pages under that first segment, so that the browser fetches
 * a slice in parallel with the shell.
 */
export async function writePreloadLinks(out: string, slices: PublishedSlice[]): Promise<void> {
  const { early } = releasePaths(out)
  await replacePages(early, preloadsBySegment(slices))
}

/** Returns the preload links by first segment. The slice that fills the header's user menu is always included. */
export function preloadsBySegment(slices: PublishedSlice[]): Map<string, string> {
  const everywhere = slices.filter((slice) => slice.fills.includes('user-menu'))
  const pages = new Map([[NO_SLICE, preloads(everywhere, NO_SLICE)]])
  for (const slice of slices) {
    for (const pattern of slice.paths) {
      const segment = firstSegment(pattern) || HOME
      pages.set(segment, preloads([...new Set([slice, ...everywhere])], segment))
    }
  }
  return pages
}

function preloads(slices: PublishedSlice[], segment: string): string {
  return slices
    .flatMap((slice) => {
      const files = [slice.entry, ...slice.preload, ...(slice.pages[segment] ?? [])]
      return files.map((file) => preload(file, slice.integrity[file] ?? ''))
    })
    .join('')
}

function preload(file: string, integrity: string): string {
  return `<link rel="preload" as="script" crossorigin href="${file}" integrity="${integrity}">`
}
