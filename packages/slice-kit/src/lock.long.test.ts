import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const PROCESSES = 12
const CONCURRENCY = 4
/** How often each process acquires the lock. The process is killed while holding the lock for the last time. */
const ACQUISITIONS = 40

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('two processes never hold the lock at the same time, even when holders are killed and several processes take over', async () => {
  let remaining = PROCESSES
  const runSequentially = async () => {
    while (remaining-- > 0) {
      const program = join(import.meta.dirname, 'testing/acquire-lock.ts')
      const args = ['--import', 'tsx', program, folder, `${ACQUISITIONS}`]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runSequentially))
  const lines = (await readFile(join(folder, 'journal'), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(PROCESSES * (2 * ACQUISITIONS - 1))
  // Every `out` directly follows the `in` of the same process.
  const overlaps = lines.filter((line, index) => {
    const [event, pid] = line.split(' ')
    const [previousEvent, previousPid] = (lines[index - 1] ?? '').split(' ')
    return event === 'out' && !(previousEvent === 'in' && pid === previousPid)
  })
  expect(overlaps).toEqual([])
})
