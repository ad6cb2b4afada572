/** Runs a command and waits for its exit. */
import { execFile } from 'node:child_process'
import { createInterface } from 'node:readline'
import { killOnExit } from './kill-on-exit.ts'

export type RunOptions = {
  env?: NodeJS.ProcessEnv
  cwd?: string
  timeoutMs?: number
  /** Terminates the command; the promise rejects once it has exited. */
  signal?: AbortSignal
  onLine?: (line: string) => void
}

export class CommandFailed extends Error {
  constructor(command: string, output: string) {
    super(`\`${command}\` failed: ${output}`)
    this.name = 'CommandFailed'
  }
}

/** Returns the standard output; an error contains the last lines of the output. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { onLine, signal } = options
    if (signal?.aborted) return reject(signal.reason)
    const settings = {
      ...(options.env && { env: options.env }),
      ...(options.cwd && { cwd: options.cwd }),
      timeout: options.timeoutMs ?? 0,
      maxBuffer: 64 * 1024 * 1024,
    }
    const child = execFile(command, args, settings, (error, stdout, stderr) => {
      signal?.removeEventListener('abort', terminate)
      if (error === null) return resolve(stdout)
      const output = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n') || error.message
      reject(new CommandFailed([command, ...args].join(' '), output))
    })
    // SIGTERM and not SIGKILL, because npm forwards it to the script that it runs.
    const terminate = () => child.kill()
    killOnExit(child, terminate)
    signal?.addEventListener('abort', terminate, { once: true })
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
  })
}

/** Like `run`, but returns undefined if the command is missing or fails. */
export async function tryRun(
  command: string,
  args: string[],
  options: RunOptions = {},
): Promise<string | undefined> {
  return await run(command, args, options).catch(() => undefined)
}
