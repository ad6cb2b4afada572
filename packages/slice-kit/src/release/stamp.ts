import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readIfExists } from './files.ts'

/** The file in an output folder that contains the hash of the inputs it was built from; never published. */
export const STAMP = '.inputs'

/**
 * Builds into the folder `dist` unless a finished build of the same inputs is there. Returns whether it was built. The
 * stamp is in the folder itself, so that an output from elsewhere never counts as current, and it is removed before
 * the build begins, so that an interrupted build does not count either.
 *
 * @param inputs hash of everything the output depends on
 */
export async function buildUnlessCurrent(
  dist: string,
  inputs: string,
  build: () => Promise<void>,
): Promise<boolean> {
  const stamp = path.join(dist, STAMP)
  if ((await readIfExists(stamp)) === inputs) return false
  await rm(stamp, { force: true })
  await build()
  await mkdir(dist, { recursive: true })
  await writeFile(stamp, inputs)
  return true
}
