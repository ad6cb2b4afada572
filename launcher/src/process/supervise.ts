/**
 * Supervises one process: starts it, waits until it answers, restarts it when it dies and stops it on request. Each
 * runs in its own process group, so that Ctrl-C reaches only the launcher, which stops them in the right order.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removePidFile, writePidFile } from './pid-file.ts'
import { pause, waitFor } from './wait.ts'

export type Launch = {
  name: string
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** The signal that stops it; SIGTERM by default. */
  stopSignal?: NodeJS.Signals
  /** How long it may take to stop before it is killed; ten seconds by default. */
  patienceMs?: number
  /** Repairs its files; runs before every start, including restarts after a crash. */
  beforeStart?(): unknown
  /** Runs after each restart that followed a crash. */
  afterCrash?(): unknown
}

export type Folders = { run: string; logs: string }

export type Supervised = {
  name: string
  pid(): number | undefined
  /** Sends a signal to the process and its children; tests use SIGKILL to simulate crashes. */
  signal(signal: NodeJS.Signals): void
  restart(): Promise<void>
  stop(): Promise<void>
  /** How often it died since it last ran for a while. */
  deaths(): number
  /** Its last lines of output, for an error message if it does not start. */
  lastWords(): string
}

type State = { child: ChildProcess | undefined; stopping: boolean; deaths: number }

const STOP_MS = 10_000
const GROUP_MS = 1000
const BACKOFF_MS = { first: 200, most: 5000 }
const LOG_LIMIT_BYTES = 10_000_000
/** A process that lived this long had started successfully; its next death counts as the first. */
const STEADY_MS = 10_000

/** Starts the process immediately; the caller waits until it answers. */
export function supervise(launch: Launch, folders: Folders): Supervised {
  const state: State = { child: undefined, stopping: false, deaths: 0 }
  const logPath = join(folders.logs, `${launch.name}.log`)
  mkdirSync(folders.logs, { recursive: true })
  rotateLog(logPath)
  start(launch, folders, state, logPath)
  return {
    name: launch.name,
    pid: () => state.child?.pid,
    signal: (signal) => signalGroup(state.child, signal),
    stop: () => stop(launch, folders, state),
    restart: async () => {
      await stop(launch, folders, state)
      state.stopping = false
      start(launch, folders, state, logPath)
    },
    deaths: () => state.deaths,
    lastWords: () => tail(logPath, 12),
  }
}

function start(launch: Launch, folders: Folders, state: State, logPath: string): void {
  launch.beforeStart?.()
  const log = openSync(logPath, 'a')
  const child = spawn(launch.command, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  state.child = child
  const startedMs = Date.now()
  if (child.pid !== undefined) writePidFile(folders.run, launch.name, child.pid)
  const again = () => restart(launch, folders, state, { logPath, child, startedMs })
  child.once('exit', again)
  // A command that cannot be executed emits `error` and never `exit`.
  child.once('error', again)
}

type Death = { logPath: string; child: ChildProcess; startedMs: number }

async function restart(
  launch: Launch,
  folders: Folders,
  state: State,
  { logPath, child, startedMs }: Death,
): Promise<void> {
  if (state.child !== child) return
  state.child = undefined
  removePidFile(folders.run, launch.name)
  if (state.stopping) return
  // Kills its children too: a new process could not use their ports.
  signalGroup(child, 'SIGKILL')
  state.deaths = Date.now() - startedMs > STEADY_MS ? 1 : state.deaths + 1
  await pause(Math.min(BACKOFF_MS.first * 2 ** (state.deaths - 1), BACKOFF_MS.most))
  if (state.stopping || state.child !== undefined) return
  start(launch, folders, state, logPath)
  launch.afterCrash?.()
}

async function stop(launch: Launch, folders: Folders, state: State): Promise<void> {
  state.stopping = true
  const { child } = state
  if (child === undefined) return
  await endProcess(child, launch)
  state.child = undefined
  removePidFile(folders.run, launch.name)
}

async function endProcess(child: ChildProcess, launch: Launch): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  if (child.exitCode !== null || child.signalCode !== null) return
  // A paused process cannot handle the signal.
  signalGroup(child, 'SIGCONT')
  child.kill(launch.stopSignal ?? 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), launch.patienceMs ?? STOP_MS)
  await gone
  clearTimeout(timer)
  signalGroup(child, 'SIGKILL')
  // Children it left behind are not waited for long.
  const settings = { timeoutMs: GROUP_MS, everyMs: 5, what: 'the rest of the process' }
  await waitFor(async () => isGroupGone(child), settings).catch(() => undefined)
}

function isGroupGone({ pid }: ChildProcess): boolean {
  try {
    process.kill(-(pid ?? 0), 0)
    return false
  } catch {
    return true
  }
}

function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has exited, which every caller expects or tolerates.
  }
}

function rotateLog(path: string): void {
  try {
    if (statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`)
  } catch {
    // There is no log yet.
  }
}

function tail(path: string, lines: number): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}
