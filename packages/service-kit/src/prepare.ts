import { retry } from 'es-toolkit/function'
import { type Dependency, StartRefused } from './dependency.ts'
import type { Log } from './log.ts'

const RETRY_MS = 500

/** The startup state: `reason` says why the service is not ready yet; null once it is. */
export type Phase = { reason: string | null }

/**
 * Prepares the dependencies in order, retrying each until it succeeds, and then marks the service as ready.
 *
 * A service that starts before its database waits for it instead of exiting; /readyz reports what it is waiting for.
 * Returns early if `stopping` is aborted.
 *
 * @throws StartRefused
 */
export async function prepareAll(
  dependencies: readonly Dependency[],
  log: Log,
  stopping: AbortSignal,
  phase: Phase,
): Promise<void> {
  for (const dependency of dependencies) {
    phase.reason = `starting: waiting for ${dependency.name}`
    await retryUntilPrepared(dependency, log, stopping)
    if (stopping.aborted) return
  }
  phase.reason = null
}

/** Resolves when the dependency is prepared, or when the service is stopped before that. @throws StartRefused */
async function retryUntilPrepared(
  dependency: Dependency,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const prepared = retry(() => dependency.prepare(), {
    delay: RETRY_MS,
    signal: stopping,
    shouldRetry: (error) => {
      if (error instanceof StartRefused) return false
      log.warn({ err: error, dependency: dependency.name }, 'not ready yet')
      return !stopping.aborted
    },
  })
  await prepared.catch((error: unknown) => {
    if (error instanceof StartRefused) throw error
  })
}
