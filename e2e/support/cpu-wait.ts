/** Tells the slowness of a busy machine from that of a process. */
import { readFileSync } from 'node:fs'

/**
 * Returns for how long, in milliseconds, the main thread of a process has been ready to run while other processes used
 * the CPUs. The file is described in Documentation/scheduler/sched-stats.rst of Linux.
 */
export function cpuWaitMs(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}
