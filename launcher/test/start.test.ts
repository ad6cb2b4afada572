/** Tests the command of `npm start`, from a first start through its own crash to its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { freePort } from '../src/process/free-port.ts'
import { readRunning, runsNow } from '../src/process/pid-file.ts'
import { answersHttp, waitFor } from '../src/process/wait.ts'
import { makeTestFolder, ROOT, removeTestFolder, toolsFolder } from '../src/testing/test-folder.ts'

const READY_MS = 240_000

type Started = { child: ChildProcess; said(): string; ended: Promise<number | null> }

let folder = ''
let port = 0

beforeAll(async () => {
  folder = await makeTestFolder(`start-${process.pid}`)
  mkdirSync(toolsFolder(), { recursive: true })
  symlinkSync(toolsFolder(), join(folder, 'tools'))
  port = await freePort()
})

afterAll(() => removeTestFolder(folder))

test('says which process uses its port, and exits', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { ended, said } = start()
  expect(await ended).toBe(1)
  expect(said()).toContain(`Port ${port} is taken by`)
  expect(said()).toContain(`PORT=${port + 1} npm start`)
  await new Promise((resolve) => server.close(resolve))
}, 60_000)

test('starts, finds what its crash left, repairs, and stops without a trace', async () => {
  const first = start()
  await ready(first)
  const left = readRunning(join(folder, 'run'))
  expect(left.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mongo', 'redis', 'chain', 'mail', 'svc-auth', 'gateway']),
  )
  first.child.kill('SIGKILL')
  await first.ended
  expect(left.every(({ pid }) => runsNow(pid))).toBe(true)

  const second = start()
  await ready(second)
  expect(second.said()).toMatch(/stopped what an earlier start left: .*svc-auth/)
  expect(left.filter(({ pid }) => runsNow(pid))).toEqual([])

  const now = readRunning(join(folder, 'run'))
  const content = now.find(({ name }) => name === 'svc-content')
  process.kill(content?.pid ?? 0, 'SIGKILL')
  const health = `http://127.0.0.1:${port}/api/health/content`
  await waitFor(async () => !runsNow(content?.pid ?? 0) && (await answersHttp(health)), {
    timeoutMs: 10_000,
    what: 'svc-content after a kill',
  })

  const third = start()
  expect(await third.ended).toBe(1)
  expect(third.said()).toContain(
    `is in use: another instance is already running from it (process ${second.child.pid})`,
  )

  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(second.said()).toContain('stopped')
  expect(now.filter(({ pid }) => runsNow(pid))).toEqual([])
  expect(readRunning(join(folder, 'run'))).toEqual([])
}, 600_000)

test('stops what it has started when it is stopped during the start', async () => {
  const { child, said, ended } = start()
  await waitFor(async () => said().includes('redis') && releases().length > 0, {
    timeoutMs: READY_MS,
    what: 'redis, and the release of the slices',
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(releases()).toEqual([])
  expect(readRunning(join(folder, 'run'))).toEqual([])
}, 300_000)

/** The processes that release slices into this test's folder. */
function releases(): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.flatMap((pid) => {
    const command = commandOf(pid)
    return command.includes('release-slices') && command.includes(folder) ? [command] : []
  })
}

/** Empty if the process has exited. */
function commandOf(pid: string): string {
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
  const heard: string[] = []
  child.stdout.on('data', (bytes) => heard.push(String(bytes)))
  child.stderr.on('data', (bytes) => heard.push(String(bytes)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, said: () => heard.join(''), ended }
}

async function ready({ said, child }: Started): Promise<void> {
  await waitFor(async () => said().includes('ready  http') || child.exitCode !== null, {
    timeoutMs: READY_MS,
    what: 'the system',
  })
  expect(said()).toContain(`ready  http://localhost:${port}`)
}
