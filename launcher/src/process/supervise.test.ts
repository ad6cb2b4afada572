import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { freePort } from './free-port.ts'
import { stopOrphans } from './orphans.ts'
import { isRunning, readRunning } from './pid-file.ts'
import { type Launch, type Supervised, supervise } from './supervise.ts'
import { waitFor } from './wait.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const started: Supervised[] = []
const homes: string[] = []

afterEach(async () => {
  for (const process of started.splice(0)) await process.stop()
  for (const home of homes.splice(0)) rmSync(home, { recursive: true })
})

test('restarts a process that was killed', async () => {
  const { process } = setup('sleep 60')
  const first = process.pid() ?? 0
  process.signal('SIGKILL')
  await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
  expect(isRunning(process.pid() ?? 0)).toBe(true)
  expect(isRunning(first)).toBe(false)
})

test('restarts a process that no longer responds', async () => {
  const { process, isChecked } = await setupServer()
  const first = process.pid() ?? 0
  process.signal('SIGSTOP')
  await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
  await waitFor(isChecked, WAIT_OPTIONS)
  expect(isRunning(first)).toBe(false)
})

test('restarts a process that had responded at once, however often it crashes', async () => {
  const { process, isChecked } = await setupServer()
  for (let crash = 0; crash < 5; crash += 1) {
    const first = process.pid() ?? 0
    process.signal('SIGKILL')
    await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
    await waitFor(isChecked, WAIT_OPTIONS)
    expect(process.crashCount()).toBe(1)
  }
})

test('does not kill a process that no longer responds because it is being stopped', async () => {
  const { process } = await setupServer(`process.on('SIGTERM', () => {
    server.close().closeAllConnections()
    setTimeout(() => { console.log('drained'); process.exit() }, 500)
  })`)
  await process.stop()
  expect(process.lastOutput()).toBe('drained')
})

test('kills the children of a process that was killed', async () => {
  const { process, output } = setup('sleep 60 & echo $!; wait')
  await waitFor(async () => output().includes('\n'), WAIT_OPTIONS)
  const child = Number(output().split('\n')[0])
  const first = process.pid()
  globalThis.process.kill(first ?? 0, 'SIGKILL')
  await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
  expect(isRunning(child)).toBe(false)
})

test('waits longer before each restart of a process that keeps crashing', async () => {
  const { process, output } = setup('date +%s%N; exit 1')
  await waitFor(async () => output().split('\n').length > 4, WAIT_OPTIONS)
  const timesMs = output()
    .trim()
    .split('\n')
    .map((line) => Number(line) / 1e6)
  const gaps = timesMs.slice(1).map((time, index) => time - (timesMs[index] ?? 0))
  expect(gaps[0]).toBeGreaterThanOrEqual(200)
  expect(gaps[1]).toBeGreaterThanOrEqual(400)
  expect(gaps[2]).toBeGreaterThanOrEqual(800)
  expect(process.crashCount()).toBeGreaterThanOrEqual(3)
})

test('gives up on a process that exits while starting, and reports its last output', async () => {
  const { process } = setup('echo port in use; exit 1')
  await expect(waitUntilReady('svc', async () => false, process)).rejects.toThrow(
    /svc exited while starting\. Its last output:[\s\S]*port in use/,
  )
  expect(process.pid()).toBeUndefined()
})

test('stops a process and its children, and does not restart it', async () => {
  const { process, output, folders } = setup('sleep 60 & echo $!; wait')
  await waitFor(async () => output().includes('\n'), WAIT_OPTIONS)
  const pids = [process.pid() ?? 0, Number(output())]
  await process.stop()
  expect(pids.map(isRunning)).toEqual([false, false])
  expect(readRunning(folders.run)).toEqual([])
  expect(process.pid()).toBeUndefined()
})

test('stops a paused process', async () => {
  const { process } = setup('sleep 60')
  const pid = process.pid() ?? 0
  process.signal('SIGSTOP')
  await process.stop()
  expect(isRunning(pid)).toBe(false)
})

test('kills a process that ignores SIGTERM', async () => {
  const { process, output } = setup('trap "" TERM; echo ready; while :; do sleep 1; done', {
    stopTimeoutMs: 300,
  })
  await waitFor(async () => output().includes('ready'), WAIT_OPTIONS)
  const pid = process.pid() ?? 0
  await process.stop()
  expect(isRunning(pid)).toBe(false)
})

test('calls beforeStart before every start, and afterCrash after a crash', async () => {
  const calls: string[] = []
  const { process } = setup('sleep 60', {
    beforeStart: () => calls.push('before'),
    afterCrash: () => calls.push('after'),
  })
  process.signal('SIGKILL')
  await waitFor(async () => calls.length === 3, WAIT_OPTIONS)
  expect(calls).toEqual(['before', 'before', 'after'])
})

test('starts and restarts a process whose log and pid file cannot be written', async () => {
  const home = makeHome()
  // A folder in place of the log, and a folder for pid files in which nobody can create files.
  mkdirSync(join(home, 'logs/sleeper.log'), { recursive: true })
  symlinkSync('/proc', join(home, 'run'))
  const { process } = setup('sleep 60', {}, home)
  const first = process.pid() ?? 0
  expect(isRunning(first)).toBe(true)
  process.signal('SIGKILL')
  await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
  rmSync(join(home, 'run'))
  await waitFor(async () => readRunning(join(home, 'run')).length === 1, WAIT_OPTIONS)
})

test('repeats a restart whose preparation fails', async () => {
  const preparation = { failuresLeft: 0, count: 0 }
  const { process } = setup('sleep 60', {
    beforeStart: () => {
      preparation.count++
      if (preparation.failuresLeft-- > 0) throw new Error('no space left on device')
    },
  })
  const first = process.pid() ?? 0
  preparation.failuresLeft = 2
  process.signal('SIGKILL')
  await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
  expect(preparation.count).toBe(4)
})

test('restarts a process whose own liveness check fails after it had succeeded', async () => {
  const checks = { count: 0 }
  const isAlive = async () => checks.count++ < 3
  const { process } = setup('sleep 60', { liveness: { isAlive, everyMs: 20 } })
  const first = process.pid() ?? 0
  await waitFor(async () => ![first, undefined].includes(process.pid()), WAIT_OPTIONS)
  // Before the restart is seen, the new process may have been checked.
  expect(checks.count).toBeGreaterThanOrEqual(6)
})

test('reports the cause of a failed start once, without the output of earlier starts', async () => {
  const line = (level: string, msg: string) =>
    JSON.stringify({ level, msg, err: { message: 'PORT is missing' } })
  const home = makeHome()
  mkdirSync(join(home, 'logs'))
  writeFileSync(join(home, 'logs/sleeper.log'), `${line('fatal', 'an old failure')}\n`)
  const script = `echo '${line('warn', 'slow')}'; echo '${line('fatal', 'cannot start')}'; exit 1`
  const { process } = setup(script, {}, home)
  await expect(waitUntilReady('svc', async () => false, process)).rejects.toThrow(
    /^svc exited while starting\. Its last output:\ncannot start: PORT is missing$/,
  )
})

test('finds and stops the processes that a killed launcher left', async () => {
  const { process, folders } = setup('sleep 60')
  const pid = process.pid() ?? 0
  expect(await stopOrphans(folders.run)).toEqual(['sleeper'])
  expect(isRunning(pid)).toBe(false)
})

test('ignores a process that reuses the PID of one that exited', async () => {
  const { process, folders } = setup('sleep 60')
  const path = join(folders.run, 'sleeper.json')
  const record = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...record, started: `${record.started}1` }))
  expect(await stopOrphans(folders.run)).toEqual([])
  expect(isRunning(process.pid() ?? 0)).toBe(true)
})

const WAIT_OPTIONS = { timeoutMs: 8000, what: 'the process', everyMs: 10 }

/** Supervises an HTTP server, and waits until its liveness has been checked. */
async function setupServer(script = '') {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = `let checks = 0
    const server = require('node:http').createServer((req, res) => {
      if (req.url === '/healthz') checks += 1
      res.end(String(checks))
    })
    server.listen(${port}, '127.0.0.1')
    ${script}`
  const { process } = setup('', {
    command: globalThis.process.execPath,
    args: ['-e', server],
    liveness: { url: `${url}/healthz`, everyMs: 20, timeoutMs: 500 },
  })
  const isChecked = async () => {
    const response = await fetch(url).catch(() => undefined)
    // The supervisor has received the response to the check before the last one.
    return Number(await response?.text()) >= 2
  }
  await waitFor(isChecked, WAIT_OPTIONS)
  return { process, isChecked }
}

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'inkproof-process-'))
  homes.push(home)
  return home
}

function setup(script: string, overrides: Partial<Launch> = {}, home = makeHome()) {
  const folders = { run: join(home, 'run'), logs: join(home, 'logs') }
  const launch = {
    name: 'sleeper',
    command: 'sh',
    args: ['-c', script],
    cwd: home,
    env: {},
    ...overrides,
  }
  const process = supervise({ ...launch, env: { PATH: globalThis.process.env['PATH'] } }, folders)
  started.push(process)
  return { process, folders, output: () => readFileSync(join(folders.logs, 'sleeper.log'), 'utf8') }
}
