import type { Registry } from '@inkproof/slice'

/** The current release, as written into the worker's first line by the release command and the gateway. */
export type Released = {
  /** Identifies the shell's release. */
  shell: string
  /** The shell's files with their hashes. */
  files: Record<string, string>
  /** The registry of slices, as in every page. */
  registry: Registry
}

/** Identifies a release of the whole page by the shell's release and every slice's version. */
export function releaseName(shell: string, { slices }: Pick<Registry, 'slices'>): string {
  return [shell, ...slices.map((slice) => `${slice.package}@${slice.version}`)].join(' ')
}

/**
 * Whether a response may be cached for a URL: only if it is an intact file of the current release, because a broken
 * copy would stay in the cache. A file without a released hash is accepted unless it is HTML.
 */
export async function isReleased(
  path: string,
  response: Response,
  released: Released,
): Promise<boolean> {
  if (response.status !== 200 || !isKnown(path, released)) return false
  const expected = getReleasedHash(path, released)
  if (expected === undefined) return !/html/.test(response.headers.get('content-type') ?? '')
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
  return expected === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/**
 * Whether the file belongs to the current release. Scripts need a released hash; for other files, the folder of a
 * released slice suffices.
 */
export function isKnown(path: string, released: Released): boolean {
  if (getReleasedHash(path, released) !== undefined) return true
  if (path.endsWith('.js')) return false
  return released.registry.slices.some((slice) =>
    path.startsWith(`/slices/${slice.package}/${slice.version}/`),
  )
}

function getReleasedHash(path: string, { files, registry }: Released): string | undefined {
  return files[path] ?? registry.slices.find((slice) => path in slice.integrity)?.integrity[path]
}
