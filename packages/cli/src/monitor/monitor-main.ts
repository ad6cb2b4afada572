import { messageOf } from './audit-entries.ts'
import { runMonitor } from './monitor-command.ts'

/**
 * Runs `inkproof monitor` until it ends or is interrupted. Returns the exit code: 2 also after an unexpected error,
 * because that contradicts nothing.
 */
export async function monitorMain(argv: readonly string[]): Promise<number> {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  try {
    return await runMonitor(argv, {
      out: console.log,
      err: console.error,
      signal: controller.signal,
    })
  } catch (error) {
    console.error(`Could not be checked: ${messageOf(error)}`)
    return 2
  }
}
