import type { Registry } from '@inkproof/slice'

type Hashes = Record<string, string>

declare global {
  /** Subresource integrity by path; every bundle's chunk loader reads it (see slice-kit). */
  var inkproofIntegrity: Hashes
}

/** Registers the hashes of the shell's and the slices' files for everything that loads a file. */
export function installIntegrity(
  registry: Pick<Registry, 'slices'>,
  page: Document = document,
): void {
  const shellHashes = page.getElementById('shell-integrity')?.textContent ?? '{}'
  globalThis.inkproofIntegrity = Object.assign(
    JSON.parse(shellHashes) as Hashes,
    ...registry.slices.map((slice) => slice.integrity),
  )
}

/** Returns the hash of a URL. An unknown file gets one that never matches. */
export function integrityFor(url: string): string {
  return globalThis.inkproofIntegrity[new URL(url, location.href).pathname] ?? 'sha256-unknown'
}
