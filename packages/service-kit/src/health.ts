import type { Dependency as DependencyState, Readiness } from '@inkproof/protocol/health'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'
import { Router } from 'express'
import type { Dependency } from './dependency.ts'
import type { IsOperator } from './operator.ts'

const CHECK_TIMEOUT_MS = 1_000

/** The inputs of /readyz. `reason` returns why the service itself is not ready, or null. */
export type HealthParts = {
  service: string
  dependencies: readonly Dependency[]
  reason: () => string | null
  isOperator: IsOperator
}

/**
 * `/healthz`: the process is alive. `/readyz`: 200 if the service is ready and its required dependencies respond,
 * otherwise 503. The dependencies are listed only for the operator, because their errors describe the installation.
 */
export function healthRoutes(parts: HealthParts): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.type('text/plain').send('alive')
  })
  router.get('/readyz', async (req, res) => {
    const readiness = await readinessOf(parts)
    const dependencies = parts.isOperator(req) ? readiness.dependencies : []
    res
      .status(readiness.ready ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({ ...readiness, dependencies })
  })
  return router
}

/** Checks all dependencies concurrently, each for at most a second. */
export async function readinessOf(parts: HealthParts): Promise<Readiness> {
  const reason = parts.reason()
  const self = { name: parts.service, ready: reason === null, reason, tookMs: 0 }
  const states = await Promise.all(parts.dependencies.map(stateOf))
  const ready =
    self.ready &&
    states.every((state, index) => state.ready || parts.dependencies[index]?.isOptional)
  return { service: parts.service, ready, dependencies: [self, ...states] }
}

async function stateOf({ name, check }: Dependency): Promise<DependencyState> {
  const startedAt = performance.now()
  const reason = await withTimeout(check, CHECK_TIMEOUT_MS).then(() => null, reasonOf)
  const tookMs = Math.round(performance.now() - startedAt)
  return { name, ready: reason === null, reason, tookMs }
}

/** Returns the error's message; credentials in URLs are removed. */
function reasonOf(error: unknown): string {
  if (error instanceof TimeoutError) return `no response within ${CHECK_TIMEOUT_MS} ms`
  const message = error instanceof Error ? error.message : String(error)
  return (message || 'not responding').replaceAll(/\/\/[^/\s@]+@/g, '//').slice(0, 200)
}
