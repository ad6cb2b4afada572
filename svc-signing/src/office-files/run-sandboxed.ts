import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'

export type SandboxedRun = {
  /** Path of bubblewrap, and its arguments. */
  program: string
  arguments: string[]
  /** For the descriptors 0 and 3. */
  inputs: [document: Uint8Array, configuration: string] | []
  timeoutMs: number
  maxOutputBytes: number
  /** Ends the process. */
  signal: AbortSignal
}

/** Why there is no output. `cannot-start`: the program is missing. */
export const SANDBOX_FAILURES = [
  'aborted',
  'timeout',
  'too-large',
  'failed',
  'cannot-start',
] as const
export type SandboxFailure = (typeof SANDBOX_FAILURES)[number]

export type SandboxResult = { output: Uint8Array } | { output: null; failure: SandboxFailure }

/** Runs a program and returns what it writes. Its processes are gone afterwards, and with them all files that they wrote. */
export async function runSandboxed(run: SandboxedRun): Promise<SandboxResult> {
  if (run.signal.aborted) return { output: null, failure: 'aborted' }
  const child = spawn(run.program, run.arguments, {
    env: {},
    // Signals of a terminal do not reach it.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 ? null : 'failed'),
    () => 'cannot-start' as const,
  )
  let failure: SandboxFailure | null = null
  // bubblewrap takes all processes of the sandbox with it (--die-with-parent).
  const end = (why: SandboxFailure) => {
    failure ??= why
    child.kill('SIGKILL')
  }
  const abort = () => end('aborted')
  run.signal.addEventListener('abort', abort)
  const timer = setTimeout(() => end('timeout'), run.timeoutMs)
  send(child, run.inputs)
  const chunks: Uint8Array[] = []
  let size = 0
  child.stdout?.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > run.maxOutputBytes) end('too-large')
    else chunks.push(chunk)
  })
  const problem = await ended
  clearTimeout(timer)
  run.signal.removeEventListener('abort', abort)
  const why = failure ?? problem
  return why === null ? { output: Buffer.concat(chunks) } : { output: null, failure: why }
}

function send(child: ChildProcess, [document, configuration]: SandboxedRun['inputs']): void {
  const [input, settings] = [child.stdin as Writable, child.stdio[3] as Writable]
  // Writing fails if the process ends early, and then its result says so.
  for (const pipe of [input, settings]) pipe.on('error', () => undefined)
  input.end(document)
  settings.end(configuration)
}
