import { readFileSync } from 'node:fs'

/** Reads the version of this package, such as `1.2.3`, from its manifest. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
