/**
 * One process of the system: started, waited for until it answers, started again when it dies,
 * stopped when asked. It runs in a group of its own, so that Ctrl-C reaches the launcher alone and
 * the order of stopping stays the launcher's.
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
  /** What asks it to end, SIGTERM where not given. */
  stopSignal?: NodeJS.Signals
  /** How long it may take to end before it is ended; ten seconds where not given. */
  patienceMs?: number
  /** Puts its files in order; runs before every start, the ones after a crash too. */
  beforeStart?(): unknown
  /** Runs after a start that followed a crash. */
  afterCrash?(): unknown
}

export type Folders = { run: string; logs: string }

export type Supervised = {
  name: string
  pid(): number | undefined
  /** Sends a signal to the process and its children; SIGKILL is how faults are made. */
  signal(signal: NodeJS.Signals): void
  restart(): Promise<void>
  stop(): Promise<void>
  /** How often it ended by itself since it last ran for a while. */
  deaths(): number
  /** The last lines it wrote, for a message when it does not come up. */
  lastWords(): string
}

type State = { child: ChildProcess | undefined; stopping: boolean; deaths: number }

const STOP_MS = 10_000
const GROUP_MS = 1000
const BACKOFF_MS = { first: 200, most: 5000 }
const LOG_LIMIT_BYTES = 10_000_000
/** A process that lived this long had come up; its next death counts as a first one. */
const STEADY_MS = 10_000

/** Starts the process at once; whether it answers is for the caller to wait for. */
export function supervise(launch: Launch, folders: Folders): Supervised {
  const state: State = { child: undefined, stopping: false, deaths: 0 }
  const logPath = join(folders.logs, `${launch.name}.log`)
  mkdirSync(folders.logs, { recursive: true })
  turnLog(logPath)
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
  const again = () => startAgain(launch, folders, state, { logPath, child, startedMs })
  child.once('exit', again)
  // A command that cannot be run at all raises `error` and never `exit`.
  child.once('error', again)
}

type Death = { logPath: string; child: ChildProcess; startedMs: number }

async function startAgain(
  launch: Launch,
  folders: Folders,
  state: State,
  { logPath, child, startedMs }: Death,
): Promise<void> {
  if (state.child !== child) return
  state.child = undefined
  removePidFile(folders.run, launch.name)
  if (state.stopping) return
  // What it started itself goes with it: a new one could not have its ports.
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
  // A paused process cannot hear the request to stop.
  signalGroup(child, 'SIGCONT')
  child.kill(launch.stopSignal ?? 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), launch.patienceMs ?? STOP_MS)
  await gone
  clearTimeout(timer)
  signalGroup(child, 'SIGKILL')
  // Whatever of its own it left behind is no reason to wait for long.
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
    // The group is gone, which is what every caller wants or can live with.
  }
}

function turnLog(path: string): void {
  try {
    if (statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`)
  } catch {
    // No log yet.
  }
}

function tail(path: string, lines: number): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}
