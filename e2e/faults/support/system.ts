/** Starts the whole system, with several instances of its services, whose processes a test can kill, stop and freeze. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@inkproof/launcher/process/free-port'
import { readPidFile } from '@inkproof/launcher/process/pid-file'
import { databaseUrl } from '@inkproof/launcher/system/variables'
import {
  makeTestFolder,
  removeTestFolder,
  toolsFolder,
} from '@inkproof/launcher/testing/test-folder'
import type { Installation } from './installation.ts'
import { type Recovery, replaceAfter } from './recovery.ts'

const MAIN = join(import.meta.dirname, '../run-system.ts')
/** Without earlier builds, these take a few minutes. */
const START_TIMEOUT_MS = 500_000

export type FaultSystem = {
  origin: string
  /** The data folder. */
  data: string
  /** Addresses by process; the second instance of `svc-auth` is `svc-auth-2`. */
  urls: Readonly<Record<string, string>>
  /** The id of a running process. */
  pid(name: string): number
  /** Sends a signal to one process, past the launcher. */
  signal(name: string, signal: NodeJS.Signals): void
  /** Sends a signal, and waits until another process has replaced it and is ready. */
  replaceAfter(name: string, signal: NodeJS.Signals): Promise<Recovery>
  /** What the auditor compares. */
  installation: Installation
  /** Stops a process gracefully until `restart`. */
  halt(name: string): Promise<void>
  /** Stops a process gracefully, starts it and waits until it responds. */
  restart(name: string): Promise<void>
  stop(): Promise<void>
}

type Started = { origin: string; urls: Record<string, string>; control: string }

export type FaultSystemOptions = {
  instances?: Readonly<Record<string, number>>
  env?: Readonly<Record<string, string>>
}

/** Resolves when everything responds. @throws Error with the end of the launcher's output if the start fails */
export async function startFaultSystem(options: FaultSystemOptions = {}): Promise<FaultSystem> {
  const data = await makeTestFolder(`faults-${crypto.randomUUID().slice(0, 8)}`)
  const launcher = startLauncher(data, { ...options, data, port: await freePort() })
  const { origin, urls, control } = await waitUntilStarted(launcher)
  const act = async (action: string, name: string) => {
    const response = await fetch(`${control}/${action}/${name}`, { method: 'POST' })
    if (!response.ok) throw new Error(`${action} ${name}: ${await response.text()}`)
  }
  const isReady = async (name: string) =>
    (await fetch(`${control}/ready/${name}`, { method: 'POST' })).json() as Promise<boolean>
  const runFolder = join(data, 'run')
  const pid = (name: string) => {
    const found = readPidFile(runFolder, name)
    if (!found) throw new Error(`${name} is not running`)
    return found.pid
  }
  return {
    origin,
    data,
    urls,
    pid,
    installation: installationOf({ origin, data, urls }),
    signal: (name, signal) => process.kill(pid(name), signal),
    replaceAfter: (name, signal) =>
      replaceAfter({ runFolder, name, isReady: () => isReady(name) }, signal),
    halt: (name) => act('halt', name),
    restart: (name) => act('restart', name),
    stop: async () => {
      const exited = once(launcher.child, 'exit')
      launcher.child.disconnect()
      await exited
      await removeTestFolder(data)
    },
  }
}

function installationOf({
  origin,
  data,
  urls,
}: Pick<FaultSystem, 'origin' | 'data' | 'urls'>): Installation {
  const databases = urls['mongo'] ?? ''
  return {
    origin,
    recordUrl: `${origin}/log`,
    stores: [join(data, 'log'), join(data, 'log-copy')],
    chainUrl: urls['chain'] ?? '',
    documentsUrl: databaseUrl(databases, 'documents'),
    auth: { databaseUrl: databaseUrl(databases, 'auth'), mailboxUrl: urls['mailbox'] ?? '' },
  }
}

type Launcher = { child: ChildProcess; output(): string }

function startLauncher(data: string, options: object): Launcher {
  const child = fork(MAIN, [JSON.stringify({ ...options, tools: toolsFolder() })], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const chunks: string[] = []
  const log = createWriteStream(join(data, 'launcher.log'))
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      chunks.push(String(bytes))
      log.write(bytes)
    })
  return { child, output: () => chunks.join('').slice(-2_000) }
}

function waitUntilStarted({ child, output }: Launcher): Promise<Started> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the system ${why}: ${output()}`))
    const timer = setTimeout(() => {
      child.disconnect()
      fail('did not start in time')
    }, START_TIMEOUT_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`exited with ${code} while starting`)
    })
    child.once('message', (message) => {
      clearTimeout(timer)
      resolve(message as Started)
    })
  })
}
