/**
 * A lock between processes, in a folder of numbered files: the file with the highest number belongs to the process
 * that holds the lock or held it last.
 *
 * A process acquires the lock by creating the file with the next number, which only one process can do. The file with
 * the highest number is never deleted while its process may hold the lock, so a process that was paused while taking
 * over the lock of a dead process cannot remove the lock of a third. (A lock that is one file or folder, deleted when
 * stale, has this race condition, and so does proper-lockfile 4.1.2,
 * https://github.com/moxystudio/node-proper-lockfile/issues/121.)
 */
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A holder renews its file at this interval, and counts as dead once the file is stale. */
const RENEW_INTERVAL_MS = 2_500
const STALE_AFTER_MS = 15_000
const POLL_INTERVAL_MS = 50

const RELEASED = 'released'
const HOLDER = `${process.pid}@${hostname()}`

/**
 * Runs `work` while no other process, and no other call in this one, holds the lock of `folder`, which is created
 * if needed. The lock of a dead process is taken over: immediately on the same machine, otherwise after 15 s.
 *
 * @throws Error if the lock is still held after `waitMs` milliseconds, and whatever `work` throws
 */
export async function withLock<T>(
  folder: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true })
  const deadline = Date.now() + waitMs
  let file = await tryAcquire(folder)
  while (file === null) {
    if (Date.now() > deadline) throw new Error(`another process holds the lock ${folder}`)
    await delay(POLL_INTERVAL_MS)
    file = await tryAcquire(folder)
  }
  const lockFile = file
  const renewTimer = setInterval(() => void renew(lockFile), RENEW_INTERVAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewTimer)
    // Does not create the file if it is missing: another process may have taken over the lock and removed it.
    await writeFile(lockFile, RELEASED, { flag: 'r+' }).catch(() => undefined)
  }
}

/** Acquires the lock if it is free. Returns the lock file that was created, or null. */
async function tryAcquire(folder: string): Promise<string | null> {
  const last = await readHighestNumber(folder)
  if (last > 0 && !(await isFree(join(folder, `${last}`)))) return null
  const next = last + 1
  const file = join(folder, `${next}`)
  try {
    await writeFile(file, HOLDER, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
  if ((await readHighestNumber(folder)) === next) {
    await removeBelow(folder, next)
    return file
  }
  // This number was taken, released and removed between reading the folder and creating the file.
  await rm(file, { force: true })
  return null
}

async function isFree(file: string): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return (
      holder.startsWith(RELEASED) ||
      Date.now() - mtimeMs > STALE_AFTER_MS ||
      hasDiedOnThisMachine(holder)
    )
  } catch {
    return false // A later holder removed the file; the next attempt reads that holder’s file.
  }
}

function hasDiedOnThisMachine(holder: string): boolean {
  const [pid, host] = holder.split('@')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    // The process of another user cannot be signaled, but is alive.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function renew(file: string): Promise<void> {
  const now = new Date()
  await utimes(file, now, now).catch(() => undefined)
}

async function readHighestNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await readNumbers(folder)))
}

async function removeBelow(folder: string, number: number): Promise<void> {
  const older = (await readNumbers(folder)).filter((other) => other < number)
  await Promise.all(older.map((other) => rm(join(folder, `${other}`), { force: true })))
}

async function readNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).map(Number).filter(Number.isSafeInteger)
}
