import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { withLock } from './lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes the lock file of a holder that last renewed it the given time ago. */
async function writeHolderFile(holder: string, secondsAgo: number): Promise<string> {
  const file = join(folder, '1')
  await writeFile(file, holder)
  const modifiedAt = new Date(Date.now() - secondsAgo * 1000)
  await utimes(file, modifiedAt, modifiedAt)
  return file
}

async function createDeadPid(): Promise<number | undefined> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid
}

test('runs one call at a time, however many are waiting', async () => {
  let running = 0
  const runningCounts: number[] = []
  const work = async () => {
    runningCounts.push(++running)
    await delay(1)
    running--
  }
  await Promise.all(Array.from({ length: 12 }, () => withLock(folder, 10_000, work)))
  expect(runningCounts).toEqual(Array(12).fill(1))
  expect(await readdir(folder)).toHaveLength(1)
})

test('returns the result of the work, and releases the lock after a failure', async () => {
  await expect(withLock(folder, 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(folder, 0, async () => 'done')).toBe('done')
})

test('takes over immediately from a dead process on this machine', async () => {
  await writeHolderFile(`${await createDeadPid()}@${hostname()}`, 0)
  expect(await withLock(folder, 0, async () => 'done')).toBe('done')
})

test('waits for a live process, and throws an error that names the lock after the timeout', async () => {
  await writeHolderFile(`${process.pid}@${hostname()}`, 0)
  await expect(withLock(folder, 60, async () => 'done')).rejects.toThrow(folder)
})

test('takes over from a process on another machine only once its lock has not been renewed for 15 s', async () => {
  const file = await writeHolderFile('1@elsewhere', 13)
  await expect(withLock(folder, 0, async () => 'done')).rejects.toThrow(folder)
  const past = new Date(Date.now() - 16_000)
  await utimes(file, past, past)
  expect(await withLock(folder, 0, async () => 'done')).toBe('done')
})

test('a holder keeps renewing the lock while it works', async () => {
  await withLock(folder, 0, async () => {
    const file = join(folder, '1')
    const past = new Date(Date.now() - 10_000)
    await utimes(file, past, past)
    while (Date.now() - (await stat(file)).mtimeMs > 9_000) await delay(50)
  })
})
