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
    .flatMap((slice) => [
      ...[slice.entry, ...slice.preload].map((file) => preload(slice, file)),
      ...(slice.pages[segment] ?? []).map((file) => preload(slice, file, 'low')),
    ])
    .join('')
}

/** A page's own code has low priority, because it cannot run before the shell and the slice. */
function preload({ integrity }: PublishedSlice, file: string, priority?: 'low'): string {
  const hint = priority === undefined ? '' : ` fetchpriority="${priority}"`
  return `<link rel="preload" as="script"${hint} crossorigin href="${file}" integrity="${integrity[file] ?? ''}">`
}
