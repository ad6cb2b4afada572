/** One at a time across processes: a file that is made by whoever comes first. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { waitFor } from './wait.ts'

const PATIENCE_MS = 300_000

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await waitFor(async () => take(path), {
    timeoutMs: PATIENCE_MS,
    everyMs: 200,
    what: `the lock ${path}`,
  })
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!holderLives(path)) rmSync(path, { force: true })
    return false
  }
}

function holderLives(path: string): boolean {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0)
    return true
  } catch (error) {
    // Somebody else's process may not be signalled, but lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
