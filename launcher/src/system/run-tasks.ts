/** Starts tasks as soon as what they wait for is there, and stops what runs in the reverse order. */
import type { Supervised } from '../process/supervise.ts'
import type { Task } from './tasks.ts'

export type Report = {
  started?(name: string, from: string, tookMs: number): void
  note?(line: string): void
}

/** What runs, in the order in which it was started. */
export type Running = Map<string, Supervised>

/**
 * Resolves when every task is done. After a failure nothing more is started, what is under way is waited
 * for, and the first failure is thrown. An abort is thrown at once. Stopping is the caller's.
 */
export async function runTasks(
  tasks: readonly Task[],
  running: Running,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const begun = new Map<string, Promise<void>>()
  const failure: { first?: unknown } = {}
  const begin = (name: string): Promise<void> => {
    const before = begun.get(name)
    if (before) return before
    const found = tasks.find((task) => task.name === name)
    const work = found ? runOne(found) : Promise.resolve()
    begun.set(name, work)
    return work
  }
  const runOne = async (task: Task) => {
    await Promise.all(task.dependsOn.map(begin))
    if (signal.aborted || 'first' in failure) return
    try {
      await startTask(task, running, report)
    } catch (error) {
      if (!('first' in failure)) failure.first = error
    }
  }
  const all = Promise.all(tasks.map(({ name }) => begin(name)))
  await Promise.race([all, aborted(signal)])
  if ('first' in failure) throw failure.first
}

async function startTask(task: Task, running: Running, report: Report): Promise<void> {
  const startedMs = Date.now()
  await task.start((process) => running.set(task.name, process))
  report.started?.(task.name, task.from, Date.now() - startedMs)
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(signal.reason)
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
}

/** What came up last goes first: nobody loses what they still need. */
export async function stopAll(running: Running): Promise<void> {
  for (const process of [...running.values()].reverse()) await process.stop()
  running.clear()
}
