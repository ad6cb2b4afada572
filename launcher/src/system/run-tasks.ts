/** Starts each task as soon as its dependencies are ready, and stops running ones in reverse order. */
import type { Supervised } from '../process/supervise.ts'
import type { Task } from './tasks.ts'

export type Report = {
  started?(name: string, from: string, tookMs: number): void
  note?(line: string): void
}

/** The running tasks in the order they were started. */
export type Running = Map<string, Supervised>

/**
 * Resolves when every task is done. After a failure no more tasks are started, tasks that are already running are
 * awaited, and the first failure is thrown. An abort is thrown immediately. The caller stops what is running.
 */
export async function runTasks(
  tasks: readonly Task[],
  running: Running,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const started = new Map<string, Promise<void>>()
  const failure: { first?: unknown } = {}
  const startOnce = (name: string): Promise<void> => {
    const existing = started.get(name)
    if (existing) return existing
    const found = tasks.find((task) => task.name === name)
    const work = found ? runOne(found) : Promise.resolve()
    started.set(name, work)
    return work
  }
  const runOne = async (task: Task) => {
    await Promise.all(task.dependsOn.map(startOnce))
    if (signal.aborted || 'first' in failure) return
    try {
      await startTask(task, running, report, signal)
    } catch (error) {
      if (!('first' in failure)) failure.first = error
    }
  }
  const all = Promise.all(tasks.map(({ name }) => startOnce(name)))
  await Promise.race([all, aborted(signal)])
  if ('first' in failure) throw failure.first
}

async function startTask(
  task: Task,
  running: Running,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = Date.now()
  await task.start((process) => running.set(task.name, process), signal)
  report.started?.(task.name, task.from, Date.now() - startedMs)
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** The last one started is stopped first, so that nothing loses a dependency it still uses. */
export async function stopAll(running: Running): Promise<void> {
  for (const process of [...running.values()].reverse()) await process.stop()
  running.clear()
}
