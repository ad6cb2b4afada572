import type { Registry } from '@inkproof/slice'

/** What the installation serves now, as the release and the gateway write it into the worker's first line. */
export type Released = {
  /** Names the shell's release. */
  shell: string
  /** The shell's files with their hashes. */
  files: Record<string, string>
  /** The registry of slices, as in every page. */
  registry: Registry
}

/** One word for a release of the whole page: the shell's and every slice's. */
export function releaseName(shell: string, { slices }: Pick<Registry, 'slices'>): string {
  return [shell, ...slices.map((slice) => `${slice.package}@${slice.version}`)].join(' ')
}

/**
 * Whether an answer may be kept for an address: only what was released, and only what is released now.
 * A broken copy that is kept would be broken for as long as it is kept.
 */
export async function isReleased(
  path: string,
  answer: Response,
  released: Released,
): Promise<boolean> {
  if (answer.status !== 200 || !isKnown(path, released)) return false
  const wanted = hashOf(path, released)
  if (wanted === undefined) return !/html/.test(answer.headers.get('content-type') ?? '')
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
  return wanted === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/** Whether the file belongs to what is released now. Scripts are known by name, the rest by its folder. */
export function isKnown(path: string, released: Released): boolean {
  if (hashOf(path, released) !== undefined) return true
  if (path.endsWith('.js')) return false
  return released.registry.slices.some((slice) =>
    path.startsWith(`/slices/${slice.package}/${slice.version}/`),
  )
}

function hashOf(path: string, { files, registry }: Released): string | undefined {
  return files[path] ?? registry.slices.find((slice) => path in slice.integrity)?.integrity[path]
}
