import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

/** Stands for `npm start`: serves no pages, and reports its process and that it was stopped. */
const SYSTEM = `
process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
setInterval(() => {}, 1000)
console.log('started ' + process.pid)
require('node:fs').writeFileSync(__dirname + '/started', '')
`
const PROGRAM = path.join(import.meta.dirname, '../testing/until-signal.ts')

let folder: string
let command: ChildProcess
let system = 0

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inkproof-until-signal-'))
  await writeFile(path.join(folder, 'system.cjs'), SYSTEM)
})
afterEach(async () => {
  command.kill('SIGKILL')
  if (isRunning(system)) process.kill(system, 'SIGKILL')
  await rm(folder, { recursive: true })
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s during the start of the system stops the system',
  async (signal) => {
    const { started, lines } = run()
    await started
    command.kill(signal)
    expect(await once(command, 'close')).toEqual([0, null])
    expect(lines).toContain('stopped')
    expect(isRunning(system)).toBe(false)
  },
)

test('a failure after the start of the system stops the system and is printed', async () => {
  const { started, lines } = run(path.join(folder, 'started'))
  await started
  expect(await once(command, 'close')).toEqual([1, null])
  expect(lines).toContain('the port is in use')
  expect(lines).toContain('stopped')
  expect(isRunning(system)).toBe(false)
})

function run(...file: string[]) {
  const args = ['http://127.0.0.1:1', path.join(folder, 'system.cjs'), ...file]
  command = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], { stdio: 'pipe' })
  const lines: string[] = []
  const started = new Promise<void>((resolve) => {
    for (const stream of [command.stdout, command.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        if (!line.startsWith('started ')) return
        system = Number(line.slice('started '.length))
        resolve()
      })
    }
  })
  return { started, lines }
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
