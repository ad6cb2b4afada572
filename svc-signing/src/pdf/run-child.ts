/** Runs one job in a separate process (pdf.child.ts), which has limited time and memory and no environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { SigningError, UnusablePdf } from '@inkproof/pdf-signing/errors'
import { AppError } from '@inkproof/service-kit/app-error'
import { BadFrame, readFrames, writeFrame } from './frames.ts'
import { FromChild } from './from-child.ts'
import type { Answer, Job, Question } from './messages.ts'

const MAX_HEAP_MB = 1024

export type ChildRun = {
  /** Path of the child's program. */
  program: string
  job: Job
  file: Uint8Array
  timeoutMs: number
  /** Ends the process when the service stops. */
  signal: AbortSignal
  /** Answers a question of the process. If it throws, the process is killed and `runChild` throws the same error. */
  answer(question: Question): Promise<Answer>
}

/** The result of a job, and the file that it made. */
export type ChildResult = { result: unknown; bytes: Uint8Array }

/**
 * Starts a process, sends it the job, answers its questions, and returns its result. The process is gone afterwards.
 *
 * @throws UnusablePdf the codes of the job; `unreadable` if the process was killed, such as for exceeding a limit
 * @throws SigningError the codes of the job
 * @throws AppError UNAVAILABLE if the service is stopping, or no process can be started
 */
export async function runChild(run: ChildRun): Promise<ChildResult> {
  if (run.signal.aborted) throw new AppError('UNAVAILABLE')
  const child = startChild(run)
  const ended = once(child, 'close').catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', {}, { cause: error })
  })
  try {
    return await Promise.race([talk(child, run), ended.then(() => new Promise<never>(() => {}))])
  } catch (error) {
    if (run.signal.aborted) throw new AppError('UNAVAILABLE', {}, { cause: error })
    if (error instanceof BadFrame) throw new UnusablePdf('unreadable', { cause: error })
    throw error
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
  }
}

function startChild({ program, timeoutMs, signal }: ChildRun): ChildProcess {
  const arguments_ = [`--max-old-space-size=${MAX_HEAP_MB}`, program, String(timeoutMs)]
  const child = spawn(process.execPath, arguments_, {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  child.on('close', () => signal.removeEventListener('abort', stop))
  return child
}

async function talk(child: ChildProcess, { job, file, answer }: ChildRun): Promise<ChildResult> {
  const [input, output] = [child.stdin as Writable, child.stdio[3] as Readable]
  // Writing fails if the process ends early, and then its output ends as well.
  writeFrame(
    input.on('error', () => undefined),
    job,
    file,
  )
  for await (const { message, bytes } of readFrames(output)) {
    const { data: said } = FromChild.safeParse(message)
    if (!said) throw new BadFrame('unknown message')
    if ('ask' in said) writeFrame(input, await answer(said))
    else if ('result' in said) return { result: said.result, bytes }
    else if (said.refused === 'UnusablePdf') throw new UnusablePdf(said.code)
    else throw new SigningError(said.code, said.details)
  }
  throw new UnusablePdf('unreadable')
}

/** The path of the child's program in a built service; tests build their own. */
export const CHILD_PROGRAM = fileURLToPath(new URL('./pdf.child.js', import.meta.url))
