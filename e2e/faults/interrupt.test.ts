/** Tests that one signal stops everything, at whatever moment of a start it arrives. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@inkproof/launcher/process/free-port'
import { readPidFile, readRunning } from '@inkproof/launcher/process/pid-file'
import { waitFor } from '@inkproof/launcher/process/wait'
import {
  makeTestFolder,
  ROOT,
  removeTestFolder,
  toolsFolder,
} from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

const STAGE_TIMEOUT_MS = 240_000
/** The compiler that runs start.ts exits when it notices that its parent has. */
const GONE = { timeoutMs: 5_000, everyMs: 20, what: 'the end of all processes' }

type Started = { child: ChildProcess; output(): string; ended: Promise<number | null> }

let folder = ''
let port = 0

beforeAll(async () => {
  folder = await makeTestFolder('interrupt')
  mkdirSync(toolsFolder(), { recursive: true })
  symlinkSync(toolsFolder(), join(folder, 'tools'))
  mkdirSync(join(folder, 'tmp'))
  port = await freePort()
})

afterAll(() => removeTestFolder(folder))

const printed = (text: string) => (started: Started) => started.output().includes(text)
const isStarted = (name: string) => () => readPidFile(join(folder, 'run'), name) !== undefined

/** In the order of a start. The builds of the first test continue in the next ones. */
const STAGES: readonly [string, (started: Started) => boolean, NodeJS.Signals][] = [
  ['the data folder is known', printed('Inkproof, data in'), 'SIGINT'],
  ['the first service or slice is built', () => commandsOf('release-slices').length > 0, 'SIGTERM'],
  ['the first store is started', isStarted('redis'), 'SIGINT'],
  ['the database has responded', printed('\n  mongo '), 'SIGHUP'],
  ['the first service is started', isStarted('svc-content'), 'SIGINT'],
  ['the log is started', isStarted('documents-log'), 'SIGINT'],
  ['the gateway is started', isStarted('gateway'), 'SIGINT'],
  ['the gateway has responded', printed('\n  gateway '), 'SIGINT'],
  ['the system is ready', printed('ready  http'), 'SIGINT'],
]

test.each(STAGES)('when %s, a signal stops everything', async (_, isReached, signal) => {
  const started = start(process.execPath, [join(ROOT, 'launcher/start.mjs')])
  await reach(started, isReached)
  started.child.kill(signal)
  expect(await started.ended).toBe(0)
  expect(started.output()).toMatch(/\nstopping\n[\s\S]*stopped\n$/)
  await expectNothingLeft()
})

test('before the start has begun, a signal ends the command', async () => {
  const started = start(process.execPath, [join(ROOT, 'launcher/start.mjs')])
  started.child.kill('SIGINT')
  await started.ended
  expect(started.child.signalCode).toBe('SIGINT')
  await expectNothingLeft()
})

test('Ctrl-C at `npm start`, which npm repeats, stops everything', async () => {
  const started = start('npm', ['start'])
  await reach(started, printed('\n  gateway '))
  // A terminal sends the signal to all processes of the group.
  process.kill(-(started.child.pid ?? 0), 'SIGINT')
  expect(await started.ended).toBe(0)
  await expectNothingLeft()
})

test('SIGTERM to the process of npm stops everything', async () => {
  const started = start('npm', ['start'])
  await reach(started, printed('ready  http'))
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  await expectNothingLeft()
})

test('a second Ctrl-C kills what a graceful stop waits for', async () => {
  const started = start(process.execPath, [join(ROOT, 'launcher/start.mjs')])
  await reach(started, printed('ready  http'))
  const upload = await openUpload()
  started.child.kill('SIGINT')
  await waitFor(async () => started.output().includes('stopping'), stage('stopping'))
  const timer = setInterval(() => started.child.kill('SIGINT'), 200)
  expect(await started.ended).toBe(1)
  clearInterval(timer)
  upload.destroy()
  await expectNothingLeft()
})

test('a signal ends the installation of the npm packages', async () => {
  const root = join(folder, 'checkout')
  const bin = join(folder, 'bin')
  mkdirSync(join(root, 'launcher'), { recursive: true })
  mkdirSync(bin)
  cpSync(join(ROOT, 'launcher/start.mjs'), join(root, 'launcher/start.mjs'))
  const packages = { 'node_modules/missing': { version: '1.0.0' } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  // Installs nothing, and never ends by itself.
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho installing\nexec sleep 600\n')
  chmodSync(join(bin, 'npm'), 0o755)
  const path = `${bin}:${process.env['PATH']}`
  const started = start(process.execPath, [join(root, 'launcher/start.mjs')], path)
  await reach(started, printed('installing\n'))
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  await expectNothingLeft()
})

function start(command: string, args: string[], path = process.env['PATH']): Started {
  const child = spawn(command, args, {
    cwd: ROOT,
    // Its own process group, like the command of an interactive shell.
    detached: true,
    env: {
      PATH: path,
      HOME: process.env['HOME'],
      // Passed to every process of the system, by which the test finds them.
      TMPDIR: join(folder, 'tmp'),
      INKPROOF_DATA: folder,
      PORT: `${port}`,
    },
  })
  const chunks: string[] = []
  child.stdout.on('data', (bytes) => chunks.push(String(bytes)))
  child.stderr.on('data', (bytes) => chunks.push(String(bytes)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => chunks.join(''), ended }
}

async function reach(started: Started, isReached: (started: Started) => boolean): Promise<void> {
  const check = async () => isReached(started) || started.child.exitCode !== null
  await waitFor(check, stage('the stage'))
  if (!isReached(started)) throw new Error(`the start ended before the stage: ${started.output()}`)
}

function stage(what: string) {
  return { timeoutMs: STAGE_TIMEOUT_MS, everyMs: 5, what }
}

/** Sends a part of a request, for which the gateway waits when it is stopped. */
async function openUpload(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = ['POST /api/v1/certificates HTTP/1.1', 'Host: localhost', 'Content-Length: 100']
  socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
  return socket
}

async function expectNothingLeft(): Promise<void> {
  expect(readRunning(join(folder, 'run'))).toEqual([])
  await waitFor(async () => commandsOf('').length === 0, GONE).catch(() => undefined)
  expect(commandsOf('')).toEqual([])
}

/** Returns the commands of running processes of this test's systems that contain the text. */
function commandsOf(text: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const command = readProcessFile(pid, 'cmdline')
    const isOurs = `${command}${readProcessFile(pid, 'environ')}`.includes(folder)
    // A zombie has no command.
    return isOurs && command !== '' && command.includes(text) ? [command] : []
  })
}

/** Returns a file of a process with spaces between the values; empty if the process has exited. */
function readProcessFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
