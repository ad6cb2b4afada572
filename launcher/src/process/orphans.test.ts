/** Processes that a killed launcher and a killed leader of their group left behind. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { stopOrphans } from './orphans.ts'
import { isRunning, writePidFile } from './pid-file.ts'
import { waitFor } from './wait.ts'

const cleanups: (() => unknown)[] = []

afterEach(() => {
  for (const cleanUp of cleanups.splice(0).reverse()) cleanUp()
})

test('stops what a killed process left in its group', async () => {
  const { data, child } = await leaveGroup((folder) => join(folder, 'chain'))
  expect(await stopOrphans(join(data, 'run'))).toEqual(['chain'])
  expect(isRunning(child)).toBe(false)
})

test('ignores a group of the same id that does not work in the data folder', async () => {
  const { data, child } = await leaveGroup(() => tmpdir())
  expect(await stopOrphans(join(data, 'run'))).toEqual([])
  expect(isRunning(child)).toBe(true)
})

/** Starts a process that starts another one, records the first as a part, and kills it alone. */
async function leaveGroup(folderFor: (data: string) => string) {
  const data = mkdtempSync(join(tmpdir(), 'inkproof-orphans-'))
  cleanups.push(() => rmSync(data, { recursive: true }))
  const cwd = folderFor(data)
  mkdirSync(cwd, { recursive: true })
  const output = join(data, 'child')
  const script = `sleep 60 & echo $! > ${output}.new; mv ${output}.new ${output}; wait`
  const { pid: leader = 0 } = spawn('sh', ['-c', script], { cwd, detached: true, stdio: 'ignore' })
  await waitFor(async () => existsSync(output), { timeoutMs: 5000, what: 'the child' })
  const child = Number(readFileSync(output, 'utf8'))
  cleanups.push(() => isRunning(child) && process.kill(child, 'SIGKILL'))
  writePidFile(join(data, 'run'), 'chain', leader)
  process.kill(leader, 'SIGKILL')
  await waitFor(async () => !isRunning(leader), { timeoutMs: 5000, what: 'the end of the leader' })
  return { data, child }
}
