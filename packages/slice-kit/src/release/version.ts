import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from './files.ts'
import { partPaths } from './paths.ts'
import { STAMP } from './stamp.ts'

/**
 * Derives the published version from the built files, so that identical content has the same version. `generated` is
 * the text that the release itself adds to the built files, such as the shell's page.
 */
export async function computeVersion(
  name: string,
  generated = '',
): Promise<{ version: string; files: string[] }> {
  const { dist, manifest } = partPaths(name)
  const files = (await listFiles(dist)).filter((file) => file !== STAMP)
  const hash = createHash('sha256').update(generated)
  for (const file of files) {
    hash.update(`${file}\n`)
    hash.update(await readFile(path.join(dist, file)))
  }
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return { version: `${version}-${hash.digest('hex').slice(0, 10)}`, files }
}
