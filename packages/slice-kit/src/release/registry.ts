import { mkdir, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Registry } from '@inkproof/slice'
import { readIfThere, replaceFile } from './files.ts'
import { publicPlaces } from './places.ts'

const LOCK_WAIT_MS = 30_000
const LOCK_POLL_MS = 50

/** What is released below `out` now; nothing at first. */
export async function readRegistry(out: string): Promise<Registry> {
  const text = await readIfThere(publicPlaces(out).registry)
  return text === null ? { schema: 1, site: {}, slices: [] } : (JSON.parse(text) as Registry)
}

/** Writes the registry by rename. `<` is escaped because the text is included in HTML. */
export async function writeRegistry(out: string, registry: Registry): Promise<void> {
  const text = JSON.stringify(registry).replaceAll('<', '\\u003c')
  await replaceFile(publicPlaces(out).registry, text)
}

/** Runs one change of the released state at a time, between processes too. */
export async function underLock<T>(out: string, change: () => Promise<T>): Promise<T> {
  const { lock } = publicPlaces(out)
  await mkdir(path.dirname(lock), { recursive: true })
  const endsAt = Date.now() + LOCK_WAIT_MS
  while (!(await takeLock(lock))) {
    if (Date.now() > endsAt)
      throw new Error(`another release holds ${lock}; remove it if none runs`)
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  }
  try {
    return await change()
  } finally {
    await rmdir(lock)
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch {
    return stealStale(lock)
  }
}

/** A release that was killed leaves its lock behind. */
async function stealStale(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => null)
  if (found !== null && Date.now() - found.mtimeMs > LOCK_WAIT_MS) await rmdir(lock).catch(() => {})
  return false
}
