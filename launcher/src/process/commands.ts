/** The builds and one-shot tasks of one start: those still running are ended together. */
import { type RunOptions, run } from './run.ts'

export type Commands = {
  /** Like `run` of run.ts; rejects without starting anything after `end`. */
  run(command: string, args: string[], options?: RunOptions): Promise<string>
  /** Terminates what is running, and resolves when all of it has exited. */
  end(): Promise<void>
}

export function makeCommands(): Commands {
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    run: (command, args, options) => {
      const work = run(command, args, { ...options, signal: ending.signal })
      running.add(work)
      const forget = () => running.delete(work)
      work.then(forget, forget)
      return work
    },
    end: async () => {
      ending.abort()
      await Promise.allSettled(running)
    },
  }
}
