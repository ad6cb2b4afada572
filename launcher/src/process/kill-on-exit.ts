/**
 * Kills started processes when this process exits by itself, for example after an uncaught error. Only SIGKILL prevents
 * that; orphans.ts stops what it leaves.
 */
import type { ChildProcess } from 'node:child_process'

const running = new Map<ChildProcess, () => void>()

/** Calls `kill` if this process exits before the child does. Must be synchronous. */
export function killOnExit(child: ChildProcess, kill: () => void): void {
  if (running.size === 0) process.on('exit', killAll)
  running.set(child, kill)
  const forget = () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  }
  child.once('exit', forget)
  // A command that cannot be executed emits `error` and never `exit`.
  if (child.pid === undefined) child.once('error', forget)
}

function killAll(): void {
  for (const kill of running.values()) kill()
}
