import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const PROCESSES = 12
const AT_ONCE = 4
/** How often each process takes the lock; the last time it is killed while it holds it. */
const TIMES = 40

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('never two processes at once, also when holders are killed and several take over', async () => {
  let left = PROCESSES
  const runOneAfterAnother = async () => {
    while (left-- > 0) {
      const program = join(import.meta.dirname, 'testing/take-lock.ts')
      const args = ['--import', 'tsx', program, folder, `${TIMES}`]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runOneAfterAnother))
  const lines = (await readFile(join(folder, 'journal'), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(PROCESSES * (2 * TIMES - 1))
  // Each entry is followed by the exit of the same process, unless it was killed inside.
  const broken = lines.filter((line, index) => {
    const [what, who] = line.split(' ')
    const [before, whoBefore] = (lines[index - 1] ?? '').split(' ')
    return what === 'out' && !(before === 'in' && who === whoBefore)
  })
  expect(broken).toEqual([])
}, 120_000)
