import type { Registry } from '@inkproof/slice/describe'
import { withLock } from '../lock.ts'
import { readIfExists, replaceFile } from './files.ts'
import { releasePaths } from './paths.ts'

const LOCK_WAIT_MS = 30_000

/** Returns the registry of the current release below `out`; empty before the first release. */
export async function readRegistry(out: string): Promise<Registry> {
  const text = await readIfExists(releasePaths(out).registry)
  return text === null ? { schema: 1, site: {}, slices: [] } : (JSON.parse(text) as Registry)
}

/** Returns the version of a slice in the current release below `out`; null if it is not part of it. */
export async function readLiveVersion(name: string, out: string): Promise<string | null> {
  const { slices } = await readRegistry(out)
  return slices.find((slice) => slice.package === name)?.version ?? null
}

/** Replaces the registry atomically. `<` is escaped because the text is embedded in HTML. */
export async function writeRegistry(out: string, registry: Registry): Promise<void> {
  const text = JSON.stringify(registry).replaceAll('<', '\\u003c')
  await replaceFile(releasePaths(out).registry, text)
}

/** Runs one change of the released state at a time, across processes. */
export function withReleaseLock<T>(out: string, change: () => Promise<T>): Promise<T> {
  return withLock(releasePaths(out).lock, LOCK_WAIT_MS, change)
}
