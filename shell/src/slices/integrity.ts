import type { Registry } from '@inkproof/slice'

type Hashes = Record<string, string>

declare global {
  /** Subresource integrity by path; every bundle's chunk loader reads it (see slice-kit). */
  var inkproofIntegrity: Hashes
}

/** Stores the hashes of the shell's and the slices' files, which are checked when a file is loaded. */
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

/** Returns the integrity hash of the file at a URL; for an unknown file, a value that matches no file. */
export function integrityFor(url: string): string {
  return globalThis.inkproofIntegrity[new URL(url, location.href).pathname] ?? 'sha256-unknown'
}
