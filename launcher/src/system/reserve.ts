/**
 * Keeps a reserve of disk space in the data folder and releases it when the disk is full, so that databases can still be
 * read, restarted and stopped. See docs/decisions/full-disk.md.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  describeFullDisk,
  freeBytes,
  MIN_SPARE_BYTES,
  RESERVE_NAME,
  spareBytes,
} from '@inkproof/service-kit/disk-space'
import { pause } from '../process/wait.ts'

const RESERVE_BYTES = 64 * 2 ** 20
const RELEASE_BELOW_BYTES = 16 * 2 ** 20
/** While the reserve is written it does not count as free yet, so that services would otherwise refuse calls. */
const CREATE_ABOVE_BYTES = MIN_SPARE_BYTES + RESERVE_BYTES
const CHUNK_BYTES = 2 ** 20
const CHECK_EVERY_MS = 200

export type Reserve = { stop(): Promise<void> }

/** @throws Error if the disk of the data folder has too little space for a start. */
export async function requireSpace(data: string): Promise<void> {
  const spare = await spareBytes(await existingParent(data))
  if (spare >= MIN_SPARE_BYTES) return
  throw new Error(
    `Inkproof cannot start: ${describeFullDisk(data, spare)}.\n` +
      '  To fix this: free space on that disk, or start with another folder: INKPROOF_DATA=… npm start',
  )
}

async function existingParent(folder: string): Promise<string> {
  return existsSync(folder) ? folder : existingParent(dirname(folder))
}

/** Creates the reserve, and from then on releases and creates it as the space changes. `note` prints what happens. */
export async function keepReserve(data: string, note: (line: string) => void): Promise<Reserve> {
  const path = join(data, RESERVE_NAME)
  const state = { isFull: false, isStopping: false }
  await rm(`${path}.new`, { force: true })
  const step = async () => {
    if ((await freeBytes(data)) < RELEASE_BELOW_BYTES) rmSync(path, { force: true })
    const spare = await spareBytes(data)
    const isFull = spare < MIN_SPARE_BYTES
    if (isFull !== state.isFull) note(isFull ? fullNote(data, spare) : RECOVERED_NOTE)
    state.isFull = isFull
    if (spare >= CREATE_ABOVE_BYTES && !existsSync(path)) await createReserve(path)
  }
  await step()
  const watching = watch(step, state)
  return {
    stop: async () => {
      state.isStopping = true
      await watching
    },
  }
}

async function watch(step: () => Promise<void>, state: { isStopping: boolean }): Promise<void> {
  while (!state.isStopping) {
    // The folder may be unreadable for a moment; nothing else depends on this step.
    await step().catch(() => undefined)
    await pause(CHECK_EVERY_MS)
  }
}

function fullNote(data: string, spare: number): string {
  return `${describeFullDisk(data, spare)}; reading still works, but calls that write are refused until there is enough space`
}

const RECOVERED_NOTE = 'the disk has enough space again'

/** Random bytes, because a file system that compresses would store zeros in no space. */
async function createReserve(path: string): Promise<void> {
  const chunk = randomBytes(CHUNK_BYTES)
  await mkdir(dirname(path), { recursive: true })
  try {
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      for (let size = 0; size < RESERVE_BYTES; size += CHUNK_BYTES) await file.writeFile(chunk)
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  } catch {
    await rm(`${path}.new`, { force: true })
  }
}
