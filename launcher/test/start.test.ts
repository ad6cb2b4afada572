/** Tests the command of `npm start`: a first start, a crash of the launcher, a restart and the end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { freePort } from '../src/process/free-port.ts'
import { isRunning, readRunning } from '../src/process/pid-file.ts'
import { isHttpOk, waitFor } from '../src/process/wait.ts'
import { makeTestFolder, ROOT, removeTestFolder, toolsFolder } from '../src/testing/test-folder.ts'

const READY_TIMEOUT_MS = 240_000

type Started = { child: ChildProcess; output(): string; ended: Promise<number | null> }

let folder = ''
let port = 0

beforeAll(async () => {
  folder = await makeTestFolder(`start-${process.pid}`)
  mkdirSync(toolsFolder(), { recursive: true })
  symlinkSync(toolsFolder(), join(folder, 'tools'))
  port = await freePort()
})

afterAll(() => removeTestFolder(folder))

test('reports which process uses its port, and exits', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { ended, output } = start()
  expect(await ended).toBe(1)
  expect(output()).toContain(`Port ${port} is taken by`)
  expect(output()).toContain(`PORT=${port + 1} npm start`)
  await new Promise((resolve) => server.close(resolve))
})

test('starts, cleans up after its own crash, restarts crashed processes and stops completely', async () => {
  const first = start()
  await expectReady(first)
  expectVersionWarning(first)
  const left = readRunning(join(folder, 'run'))
  expect(left.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mongo', 'redis', 'chain', 'mail', 'svc-auth', 'gateway']),
  )
  first.child.kill('SIGKILL')
  await first.ended
  expect(left.every(({ pid }) => isRunning(pid))).toBe(true)

  const second = start()
  await expectReady(second)
  expect(second.output()).toMatch(/stopped processes left by an earlier run: .*svc-auth/)
  expect(left.filter(({ pid }) => isRunning(pid))).toEqual([])

  const now = readRunning(join(folder, 'run'))
  const content = now.find(({ name }) => name === 'svc-content')
  process.kill(content?.pid ?? 0, 'SIGKILL')
  const health = `http://127.0.0.1:${port}/api/health/content`
  await waitFor(async () => !isRunning(content?.pid ?? 0) && (await isHttpOk(health)), {
    timeoutMs: 10_000,
    what: 'svc-content after a kill',
  })

  const third = start()
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain(
    `is in use: another instance is already running from it (process ${second.child.pid})`,
  )

  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(second.output()).toContain('stopped')
  expect(now.filter(({ pid }) => isRunning(pid))).toEqual([])
  expect(readRunning(join(folder, 'run'))).toEqual([])
}, 600_000)

test('stops everything it has started when terminated during the start', async () => {
  const { child, output, ended } = start()
  await waitFor(async () => output().includes('redis') && releaseProcesses().length > 0, {
    timeoutMs: READY_TIMEOUT_MS,
    what: 'redis, and the release of the slices',
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(releaseProcesses()).toEqual([])
  expect(readRunning(join(folder, 'run'))).toEqual([])
}, 300_000)

/** Returns the commands of processes that release slices into this test's folder. */
function releaseProcesses(): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.flatMap((pid) => {
    const command = readCommand(pid)
    return command.includes('release-slices') && command.includes(folder) ? [command] : []
  })
}

/** Returns the command line of a process; empty if it has exited. */
function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function start(): Started {
  const child = spawn(process.execPath, [join(ROOT, 'launcher/start.mjs')], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      INKPROOF_DATA: folder,
      PORT: `${port}`,
    },
  })
  const chunks: string[] = []
  child.stdout.on('data', (bytes) => chunks.push(String(bytes)))
  child.stderr.on('data', (bytes) => chunks.push(String(bytes)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => chunks.join(''), ended }
}

/** Only a version of Node without security fixes is reported. */
function expectVersionWarning({ output }: Started): void {
  const isOutdated = Number(process.versions.node.split('.')[0]) < 22
  expect(output().includes('gets no security fixes')).toBe(isOutdated)
}

async function expectReady({ output, child }: Started): Promise<void> {
  await waitFor(async () => output().includes('Ctrl-C to stop') || child.exitCode !== null, {
    timeoutMs: READY_TIMEOUT_MS,
    what: 'the system',
  })
  expect(output()).toContain(`ready  http://localhost:${port}`)
  expect(output()).toContain(
    `mailbox  ${readFileSync(join(folder, 'mailbox-link'), 'utf8').trim()}\n`,
  )
}
