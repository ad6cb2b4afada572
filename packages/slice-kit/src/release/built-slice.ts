import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { listFiles } from './files.ts'
import { createSliceRecord } from './slice-record.ts'

/** A slice as it would be published: its entry for the registry, and its files by their path from the origin's root. */
export type BuiltSlice = { slice: PublishedSlice; files: Map<string, Uint8Array> }

/** Reads the output of a build in the folder `dist`, as the given version. */
export async function readBuiltSlice(
  name: string,
  version: string,
  dist: string,
): Promise<BuiltSlice> {
  const files = (await listFiles(dist)).filter((file) => file !== 'build.json')
  const slice = await createSliceRecord({ name, version, dist, files })
  const contents = files.map(async (file) => {
    const bytes = await readFile(path.join(dist, file))
    return [`/slices/${name}/${version}/${file}`, bytes] as const
  })
  return { slice, files: new Map(await Promise.all(contents)) }
}
