/** Runs `inkproof witness` as a process, as an operator does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const INKPROOF = join(import.meta.dirname, '../../bin/inkproof.mjs')

export type WitnessProcess = {
  url: string
  vkey: string
  /** The policy line that the witness printed. */
  policyLine: string
  /** What it has printed so far. */
  output(): string
  /** Sends the signal; resolves with the exit code, or null if the signal ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a witness on a free port; resolves when it listens. @throws Error with its output when it ends instead */
export async function startWitness(...args: string[]): Promise<WitnessProcess> {
  const run = runWitnessProcess('--listen', '127.0.0.1:0', ...args)
  await Promise.race([run.printed(/Listening on/), run.ended])
  const url = /Listening on (\S+)/.exec(run.output())?.[1]
  if (!url) throw new Error(`the witness has not started: ${run.output()}`)
  return {
    url,
    vkey: /Verifier key: (\S+)/.exec(run.output())?.[1] as string,
    policyLine: /Policy line: +(.+)/.exec(run.output())?.[1] as string,
    output: run.output,
    stop: async (signal = 'SIGTERM') => {
      run.child.kill(signal)
      return run.ended
    },
  }
}

function runWitnessProcess(...args: string[]) {
  const child = spawn(process.execPath, [INKPROOF, 'witness', ...args])
  let output = ''
  const waiting: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      for (const check of waiting) check()
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      waiting.push(() => pattern.test(output) && resolve())
    })
  return { child, ended, printed, output: () => output }
}
