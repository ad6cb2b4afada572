/** Publishes slices without code for tests of releases. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { integrityOf } from '../release/files.ts'

/** Publishes a version of a slice with an empty script and one page at its own name. */
export async function publishTestSlice(
  out: string,
  name: string,
  version: string,
  change: Partial<PublishedSlice> = {},
): Promise<void> {
  const folder = path.join(out, 'slices', name, version)
  const entry = `/slices/${name}/${version}/entry.js`
  const slice: PublishedSlice = {
    ...{ package: name, id: name, name, version, contract: 1, paths: [`/${name}`], nav: [] },
    ...{ fills: [], entry, preload: [], pages: {}, requires: {} },
    integrity: { [entry]: integrityOf(Buffer.from('')) },
    ...change,
  }
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'entry.js'), '')
  await writeFile(path.join(folder, 'slice.json'), JSON.stringify(slice))
}
