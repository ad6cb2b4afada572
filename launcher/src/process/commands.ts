/** Tracks the builds and one-shot tasks of one launcher run, so that those still running can be terminated. */
import { type RunOptions, run } from './run.ts'

export type Commands = {
  /** Like `run` in run.ts. After `end` was called, rejects without starting the command. */
  run(command: string, args: string[], options?: RunOptions): Promise<string>
  /** Terminates the running commands; resolves when all have exited. */
  end(): Promise<void>
}

export function makeCommands(): Commands {
  const controller = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    run: (command, args, options) => {
      const result = run(command, args, { ...options, signal: controller.signal })
      running.add(result)
      const forget = () => running.delete(result)
      result.then(forget, forget)
      return result
    },
    end: async () => {
      controller.abort()
      await Promise.allSettled(running)
    },
  }
}
