import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from './files.ts'
import { sourcePlaces } from './places.ts'

/**
 * Derives the published version from the built files, so that identical content has the same version. `made` is
 * what the release itself generates for it.
 */
export async function versionOf(
  name: string,
  made = '',
): Promise<{ version: string; files: string[] }> {
  const { dist, manifest } = sourcePlaces(name)
  const files = await listFiles(dist)
  const hash = createHash('sha256').update(made)
  for (const file of files) {
    hash.update(`${file}\n`)
    hash.update(await readFile(path.join(dist, file)))
  }
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return { version: `${version}-${hash.digest('hex').slice(0, 10)}`, files }
}
