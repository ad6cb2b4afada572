/**
 * Supervises a process: starts it, restarts it when it has crashed or no longer responds, and stops it on request. Each process runs in its own
 * process group, so that Ctrl-C reaches only the launcher, which stops the processes in the right order.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type LivenessCheck,
  type LivenessOptions,
  type LivenessWatch,
  watchLiveness,
} from '@inkproof/service-kit/liveness'
import { describeOutput } from './describe-output.ts'
import { killOnExit } from './kill-on-exit.ts'
import { logSize, openLog, readLogFrom, rotateLog } from './open-log.ts'
import { removePidFile, writePidFile } from './pid-file.ts'
import { pause, waitFor } from './wait.ts'

export type Launch = {
  name: string
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** The signal that stops the process; SIGTERM by default. */
  stopSignal?: NodeJS.Signals
  /** How long the process may take to stop before it is killed; ten seconds by default. */
  stopTimeoutMs?: number
  /** How to check whether the process still responds; one that does not is killed and restarted. */
  liveness?: LivenessCheck & Pick<LivenessOptions, 'everyMs' | 'timeoutMs'>
  /** Runs before every start, including restarts after a crash; may repair the files of the process. */
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
  /** The number of crashes since the process last responded, or ran for at least ten seconds. */
  crashCount(): number
  /** What the output since the last start says, for the error message if the process does not start. */
  lastOutput(): string
}

type State = {
  child: ChildProcess | undefined
  watch: LivenessWatch | undefined
  /** Where the output of the last start begins in the log. */
  outputStart: number
  isStopping: boolean
  crashCount: number
}

const STOP_TIMEOUT_MS = 10_000
const GROUP_TIMEOUT_MS = 1000
const BACKOFF_MS = { first: 200, max: 5000 }
/** How long until a pid file that could not be written is tried again. */
const PID_FILE_RETRY_MS = 1000
/** A process without a liveness check that ran this long had started successfully; its next crash counts as the first. */
const STABLE_AFTER_MS = 10_000

/** Starts the process immediately; the caller waits until it is ready. */
export function supervise(launch: Launch, folders: Folders): Supervised {
  const state: State = {
    child: undefined,
    watch: undefined,
    outputStart: 0,
    isStopping: false,
    crashCount: 0,
  }
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
      state.isStopping = false
      start(launch, folders, state, logPath)
    },
    crashCount: () => state.crashCount,
    lastOutput: () => describeOutput(readLogFrom(logPath, state.outputStart)),
  }
}

function start(launch: Launch, folders: Folders, state: State, logPath: string): void {
  launch.beforeStart?.()
  state.outputStart = logSize(logPath)
  const log = openLog(logPath)
  const child = spawn(launch.command, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    detached: true,
    stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
  })
  if (log !== undefined) closeSync(log)
  killOnExit(child, () => signalGroup(child, 'SIGKILL'))
  state.child = child
  const startedMs = Date.now()
  recordPid(launch, folders, state, child)
  const watch =
    launch.liveness &&
    watchLiveness({ ...launch.liveness, onDead: () => signalGroup(child, 'SIGKILL') })
  state.watch = watch
  const onExit = () => handleExit(launch, folders, state, { logPath, child, startedMs, watch })
  child.once('exit', onExit)
  // A command that cannot be executed emits `error` and never `exit`.
  child.once('error', onExit)
}

/** On a full disk, the pid file is written later. Without it, only the next launcher would not find this process. */
function recordPid(launch: Launch, folders: Folders, state: State, child: ChildProcess): void {
  if (child.pid === undefined || state.child !== child) return
  try {
    writePidFile(folders.run, launch.name, child.pid)
  } catch {
    setTimeout(() => recordPid(launch, folders, state, child), PID_FILE_RETRY_MS).unref()
  }
}

type Exit = {
  logPath: string
  child: ChildProcess
  startedMs: number
  watch: LivenessWatch | undefined
}

/**
 * Restarts the process, unless it was stopped or has been replaced. A process that had started successfully is
 * restarted at once if that is known from its liveness check, other processes with a growing delay.
 */
async function handleExit(
  launch: Launch,
  folders: Folders,
  state: State,
  { logPath, child, startedMs, watch }: Exit,
): Promise<void> {
  watch?.stop()
  if (state.child !== child) return
  state.child = undefined
  removePidFile(folders.run, launch.name)
  if (state.isStopping) return
  // Also kills the children: while they run, a new process could not use their ports.
  signalGroup(child, 'SIGKILL')
  const hasResponded = watch?.hasResponded() ?? false
  const wasStable = hasResponded || Date.now() - startedMs > STABLE_AFTER_MS
  state.crashCount = wasStable ? 1 : state.crashCount + 1
  if (!hasResponded) await pauseBeforeRestart(state)
  while (!state.isStopping && state.child === undefined) {
    if (tryStart(launch, folders, state, logPath)) return void launch.afterCrash?.()
    state.crashCount += 1
    await pauseBeforeRestart(state)
  }
}

function pauseBeforeRestart({ crashCount }: State): Promise<void> {
  return pause(Math.min(BACKOFF_MS.first * 2 ** (crashCount - 1), BACKOFF_MS.max))
}

/** Returns false if the start failed, for example because a file could not be prepared on a full disk. */
function tryStart(launch: Launch, folders: Folders, state: State, logPath: string): boolean {
  try {
    start(launch, folders, state, logPath)
    return true
  } catch {
    return false
  }
}

async function stop(launch: Launch, folders: Folders, state: State): Promise<void> {
  state.isStopping = true
  state.watch?.stop()
  const { child } = state
  if (child === undefined) return
  await endProcess(child, launch)
  state.child = undefined
  removePidFile(folders.run, launch.name)
}

async function endProcess(child: ChildProcess, launch: Launch): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  if (child.exitCode !== null || child.signalCode !== null) return
  // A paused process cannot handle the signal.
  signalGroup(child, 'SIGCONT')
  child.kill(launch.stopSignal ?? 'SIGTERM')
  const timer = setTimeout(
    () => signalGroup(child, 'SIGKILL'),
    launch.stopTimeoutMs ?? STOP_TIMEOUT_MS,
  )
  await exited
  clearTimeout(timer)
  signalGroup(child, 'SIGKILL')
  // Waits only briefly for children that the process left behind.
  const settings = { timeoutMs: GROUP_TIMEOUT_MS, everyMs: 5, what: 'the process group' }
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
    // The group has already exited.
  }
}
