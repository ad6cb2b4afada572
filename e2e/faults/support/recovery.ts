/** Measures how long the launcher takes to replace a process. */
import { readFileSync } from 'node:fs'
import { isRunning, readPidFile } from '@inkproof/launcher/process/pid-file'
import { waitFor } from '@inkproof/launcher/process/wait'

export type Recovery = {
  /** From the signal until the replacement is ready. */
  tookMs: number
  /** How long the replacement was ready to run, but other programs used the processors. */
  waitedMs: number
}

const TIMEOUT_MS = 60_000
const POLL_MS = 10

export type Replaced = {
  /** The folder of the launcher's pid files. */
  runFolder: string
  name: string
  isReady(): Promise<boolean>
}

/** Sends the signal to the process, past the launcher, and waits until another one has replaced it and is ready. */
export async function replaceAfter(
  { runFolder, name, isReady }: Replaced,
  signal: NodeJS.Signals,
): Promise<Recovery> {
  const readPid = () => readPidFile(runFolder, name)?.pid
  const before = readPid()
  if (before === undefined) throw new Error(`${name} is not running`)
  const startedMs = performance.now()
  process.kill(before, signal)
  const isReplaced = async () =>
    !isRunning(before) && ![before, undefined].includes(readPid()) && (await isReady())
  const what = `${name} after ${signal}`
  await waitFor(isReplaced, { timeoutMs: TIMEOUT_MS, everyMs: POLL_MS, what })
  return { tookMs: performance.now() - startedMs, waitedMs: readWaitMs(readPid() ?? 0) }
}

/** `1.2 s`, or `4.1 s (3.0 s of them waiting for a processor)` on a busy machine. */
export function formatRecovery({ tookMs, waitedMs }: Recovery): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const isBusy = waitedMs > 500
  return seconds(tookMs) + (isBusy ? ` (${seconds(waitedMs)} of them waiting for a processor)` : '')
}

/** How long the process's main thread has waited for a processor: the second number of its schedstat, in nanoseconds. */
function readWaitMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
