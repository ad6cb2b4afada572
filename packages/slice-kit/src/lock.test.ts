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

/** Leaves the file of a holder that was killed. */
async function leaveHolder(holder: string, secondsAgo: number): Promise<string> {
  const file = join(folder, '1')
  await writeFile(file, holder)
  const then = new Date(Date.now() - secondsAgo * 1000)
  await utimes(file, then, then)
  return file
}

async function endedPid(): Promise<number | undefined> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid
}

test('runs one at a time, however many are waiting', async () => {
  let inside = 0
  const most: number[] = []
  const work = async () => {
    most.push(++inside)
    await delay(1)
    inside--
  }
  await Promise.all(Array.from({ length: 12 }, () => withLock(folder, 10_000, work)))
  expect(most).toEqual(Array(12).fill(1))
  expect(await readdir(folder)).toHaveLength(1)
})

test('returns the result of the work, and is free after work that failed', async () => {
  await expect(withLock(folder, 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(folder, 0, async () => 'done')).toBe('done')
})

test('takes over at once from a dead process of this machine', async () => {
  await leaveHolder(`${await endedPid()}@${hostname()}`, 0)
  expect(await withLock(folder, 0, async () => 'done')).toBe('done')
})

test('waits for a live process, and names the lock after a timeout', async () => {
  await leaveHolder(`${process.pid}@${hostname()}`, 0)
  await expect(withLock(folder, 60, async () => 'done')).rejects.toThrow(folder)
})

test('waits for a process of another machine until it has not renewed the lock for 15 s', async () => {
  const file = await leaveHolder('1@elsewhere', 13)
  await expect(withLock(folder, 0, async () => 'done')).rejects.toThrow(folder)
  const before = new Date(Date.now() - 16_000)
  await utimes(file, before, before)
  expect(await withLock(folder, 0, async () => 'done')).toBe('done')
})

test('a holder keeps renewing the lock while it works', async () => {
  await withLock(folder, 0, async () => {
    const file = join(folder, '1')
    const before = new Date(Date.now() - 10_000)
    await utimes(file, before, before)
    while (Date.now() - (await stat(file)).mtimeMs > 9_000) await delay(50)
  })
})
