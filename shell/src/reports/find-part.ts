import type { ReportedPart } from '@inkproof/protocol/browser-reports'

/** A released version of the shell or of a slice. */
export type Part = Pick<ReportedPart, 'package' | 'version'>

const URLS = /[a-z-]+:\/\/[^\s()]+/g
const SLICE_FILE = /^\/slices\/([^/]+)\/([^/]+)\//

/**
 * Returns the part whose file a stack or an address names; null if it names none, such as an error of a browser extension.
 * The first address in the text must be a file of ours, because a stack begins with the code that threw. A slice takes
 * precedence over the shell, whose file contains the packages that all slices share.
 */
export function findPart(text: string, shell: Part, origin: string): Part | null {
  const paths = (text.match(URLS) ?? []).map((url) =>
    url.startsWith(`${origin}/`) ? url.slice(origin.length) : '',
  )
  const isOurs = SLICE_FILE.test(paths[0] ?? '') || paths[0]?.startsWith('/static/')
  return isOurs ? (findSlice(paths) ?? shell) : null
}

function findSlice(paths: readonly string[]): Part | null {
  for (const path of paths) {
    const [, name, version] = SLICE_FILE.exec(path) ?? []
    if (name !== undefined && version !== undefined) return { package: name, version }
  }
  return null
}
