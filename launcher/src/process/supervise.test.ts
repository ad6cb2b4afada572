import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { stopOrphans } from './orphans.ts'
import { readRunning, runsNow } from './pid-file.ts'
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
  await waitFor(async () => ![first, undefined].includes(process.pid()), soon)
  expect(runsNow(process.pid() ?? 0)).toBe(true)
  expect(runsNow(first)).toBe(false)
})

test('kills the children of a process that died', async () => {
  const { process, output } = setup('sleep 60 & echo $!; wait')
  await waitFor(async () => output().includes('\n'), soon)
  const child = Number(output().split('\n')[0])
  const first = process.pid()
  globalThis.process.kill(first ?? 0, 'SIGKILL')
  await waitFor(async () => ![first, undefined].includes(process.pid()), soon)
  expect(runsNow(child)).toBe(false)
})

test('waits longer before each restart of a process that keeps dying', async () => {
  const { process, output } = setup('date +%s%N; exit 1')
  await waitFor(async () => output().split('\n').length > 4, soon)
  const timesMs = output()
    .trim()
    .split('\n')
    .map((line) => Number(line) / 1e6)
  const gaps = timesMs.slice(1).map((time, index) => time - (timesMs[index] ?? 0))
  expect(gaps[0]).toBeGreaterThanOrEqual(200)
  expect(gaps[1]).toBeGreaterThanOrEqual(400)
  expect(gaps[2]).toBeGreaterThanOrEqual(800)
  expect(process.deaths()).toBeGreaterThanOrEqual(3)
})

test('gives up on a process that dies while it starts, and reports its last output', async () => {
  const { process } = setup('echo this port is mine; exit 1')
  await expect(waitUntilReady('svc', async () => false, process)).rejects.toThrow(
    /svc ends while it starts\. Its last words:[\s\S]*this port is mine/,
  )
  expect(process.pid()).toBeUndefined()
})

test('stops a process and its children, and does not restart it', async () => {
  const { process, output, folders } = setup('sleep 60 & echo $!; wait')
  await waitFor(async () => output().includes('\n'), soon)
  const pids = [process.pid() ?? 0, Number(output())]
  await process.stop()
  expect(pids.map(runsNow)).toEqual([false, false])
  expect(readRunning(folders.run)).toEqual([])
  expect(process.pid()).toBeUndefined()
})

test('stops a paused process', async () => {
  const { process } = setup('sleep 60')
  const pid = process.pid() ?? 0
  process.signal('SIGSTOP')
  await process.stop()
  expect(runsNow(pid)).toBe(false)
})

test('kills a process that ignores the signal', async () => {
  const { process, output } = setup('trap "" TERM; echo deaf; while :; do sleep 1; done', {
    patienceMs: 300,
  })
  await waitFor(async () => output().includes('deaf'), soon)
  const pid = process.pid() ?? 0
  await process.stop()
  expect(runsNow(pid)).toBe(false)
})

test('repairs files before every start, and reports a restart after a crash', async () => {
  const calls: string[] = []
  const { process } = setup('sleep 60', {
    beforeStart: () => calls.push('before'),
    afterCrash: () => calls.push('after'),
  })
  process.signal('SIGKILL')
  await waitFor(async () => calls.length === 3, soon)
  expect(calls).toEqual(['before', 'before', 'after'])
})

test('finds and stops the processes a killed launcher left', async () => {
  const { process, folders } = setup('sleep 60')
  const pid = process.pid() ?? 0
  expect(await stopOrphans(folders.run)).toEqual(['sleeper'])
  expect(runsNow(pid)).toBe(false)
})

test('does not touch a process that has the id of one that exited', async () => {
  const { process, folders } = setup('sleep 60')
  const path = join(folders.run, 'sleeper.json')
  const mark = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...mark, started: `${mark.started}1` }))
  expect(await stopOrphans(folders.run)).toEqual([])
  expect(runsNow(process.pid() ?? 0)).toBe(true)
})

const soon = { timeoutMs: 8000, what: 'the process', everyMs: 10 }

function setup(script: string, more: Partial<Launch> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'inkproof-process-'))
  homes.push(home)
  const folders = { run: join(home, 'run'), logs: join(home, 'logs') }
  const launch = {
    name: 'sleeper',
    command: 'sh',
    args: ['-c', script],
    cwd: home,
    env: {},
    ...more,
  }
  const process = supervise({ ...launch, env: { PATH: globalThis.process.env['PATH'] } }, folders)
  started.push(process)
  return { process, folders, output: () => readFileSync(join(folders.logs, 'sleeper.log'), 'utf8') }
}
