/**
 * Measures the space that is left on the disk of a folder. Imports only Node's modules, because the launcher runs before
 * any service is built. See docs/decisions/full-disk.md.
 */
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Below this, a service refuses calls that write: databases and logs still need space to keep running. */
export const MIN_SPARE_BYTES = 96 * 2 ** 20

/**
 * A file in the launcher's data folder whose only purpose is to be deleted when the disk is full, so that the databases
 * can still be read and restarted. Its size counts as space that is left.
 */
export const RESERVE_NAME = 'reserve'

/** Returns the bytes that are free for this user on the disk of the folder. @throws Error ENOENT without the folder */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Like {@link freeBytes}, plus the size of the folder's reserve. */
export async function spareBytes(folder: string): Promise<number> {
  const reserve = await stat(join(folder, RESERVE_NAME)).catch(() => undefined)
  return (await freeBytes(folder)) + (reserve?.size ?? 0)
}

/** Describes a full disk, and what helps. */
export function describeFullDisk(folder: string, spare: number): string {
  return `the disk of ${folder} is full: ${inMegabytes(spare)} MB are left, and at least ${inMegabytes(MIN_SPARE_BYTES)} MB are needed`
}

function inMegabytes(bytes: number): number {
  return Math.floor(bytes / 2 ** 20)
}
