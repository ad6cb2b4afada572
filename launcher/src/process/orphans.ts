/** Stops processes that a killed launcher left running, found by their pid files. */
import { type ProcessRecord, readRunning, removePidFile } from './pid-file.ts'
import { waitFor } from './wait.ts'

const TERM_MS = 5000

/** Returns the names of the processes it stopped. */
export async function stopOrphans(runDir: string): Promise<string[]> {
  const orphans = readRunning(runDir)
  for (const orphan of orphans) signal(orphan, 'SIGCONT')
  for (const orphan of orphans) signal(orphan, 'SIGTERM')
  await Promise.all(orphans.map((orphan) => waitUntilGone(runDir, orphan)))
  return orphans.map((orphan) => orphan.name)
}

async function waitUntilGone(runDir: string, orphan: ProcessRecord): Promise<void> {
  const isGone = async () => !readRunning(runDir).some((record) => record.pid === orphan.pid)
  const what = `the process ${orphan.pid} (${orphan.name}), left by an earlier run,`
  await waitFor(isGone, { timeoutMs: TERM_MS, what }).catch(() => signal(orphan, 'SIGKILL'))
  await waitFor(isGone, { timeoutMs: TERM_MS, what })
  removePidFile(runDir, orphan.name)
}

/** Sends a signal to the whole process group, because each process that the launcher starts leads a group. */
function signal({ pid }: ProcessRecord, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // The process has already exited.
  }
}
