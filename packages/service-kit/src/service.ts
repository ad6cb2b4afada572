import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'
import type { RequestHandler, Response } from 'express'
import { AppError } from './app-error.ts'
import type { ServerConfig } from './config.ts'
import type { Dependency } from './dependency.ts'
import { createEventStreams, type EventStreams } from './events.ts'
import { healthRoutes } from './health.ts'
import { type AppParts, createApp, type Mount } from './http.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createOperatorCheck } from './operator.ts'
import { prepareAll } from './prepare.ts'
import { createDrain } from './stop.ts'
import { createStorageGuard } from './storage-guard.ts'

/** Options of {@link startService}. */
export type ServiceParts = Pick<AppParts, 'calls' | 'guards'> & {
  name: string
  config: Pick<ServerConfig, 'PORT' | 'HOST' | 'TRUSTED_HOPS'> &
    Partial<Pick<ServerConfig, 'MONITORING_TOKEN' | 'STORAGE_DIR'>>
  log: Log
  /** Prepared in this order, closed in reverse; all are listed in /readyz for the operator. */
  dependencies: readonly Dependency[]
  mounts?: readonly Mount[]
  metrics?: Metrics
  streams?: EventStreams
}

/** A running service. */
export type RunningService = {
  /** The actual port: `config.PORT`, or a free one if that is 0. */
  port: number
  /** Resolves once every dependency is prepared and requests are served. Rejects with StartRefused. */
  ready: Promise<void>
  /** Waits for requests in progress and closes streams and dependencies, within 10 s. */
  stop(): Promise<void>
}

/**
 * Starts a service. It listens as soon as its dependencies are prepared (for example, when indexes exist), so that the
 * gateway sends its calls to other instances until then. If that takes longer than two seconds, for example because a
 * database is down, it listens anyway: /readyz reports what it waits for, and other requests get UNAVAILABLE.
 */
export async function startService(parts: ServiceParts): Promise<RunningService> {
  const metrics = parts.metrics ?? createMetrics(parts.name)
  const streams = parts.streams ?? createEventStreams()
  const isOperator = createOperatorCheck(parts.config.MONITORING_TOKEN)
  const { STORAGE_DIR } = parts.config
  const storage = STORAGE_DIR === undefined ? undefined : createStorageGuard(STORAGE_DIR)
  const dependencies = [...parts.dependencies, ...(storage ? [storage.dependency] : [])]
  const phase = { reason: 'starting' as string | null }
  const stopping = new AbortController()
  const app = createApp({
    log: parts.log,
    trustedHops: parts.config.TRUSTED_HOPS,
    calls: parts.calls ?? [],
    guards: { ...parts.guards, ...(storage && { requireSpace: storage.requireSpace }) },
    mounts: parts.mounts ?? [],
    first: [
      healthRoutes({
        service: parts.name,
        dependencies,
        reason: () => phase.reason,
        isOperator,
      }),
      metrics.routes(isOperator),
      metrics.measure,
      requireReady(stopping.signal, () => phase.reason),
    ],
  })
  const server = createServer(SERVER_OPTIONS, app)
  const drain = createDrain(server, streams)
  const prepared = prepareAll(dependencies, parts.log, stopping.signal, phase)
  await withTimeout(() => prepared, LISTEN_AFTER_MS).catch(() => undefined)
  await listen(server, parts.config.PORT, parts.config.HOST)
  const { port } = server.address() as AddressInfo
  parts.log.info({ port }, 'listening')
  const stop = async () => {
    phase.reason = 'stopping'
    stopping.abort()
    const deadline = performance.now() + STOP_TIMEOUT_MS
    await drain()
    const remainingMs = Math.max(deadline - performance.now(), MIN_CLOSE_TIMEOUT_MS)
    await withTimeout(() => closeAll(dependencies), remainingMs).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error
      parts.log.warn('a dependency did not close in time')
    })
  }
  // A new promise, so that a rejection that the caller does not handle still ends the process.
  const ready = prepared.then(() => {
    if (!stopping.signal.aborted) parts.log.info('ready')
  })
  return { port, ready, stop: once(stop) }
}

/** How long a service may prepare before it listens regardless. */
const LISTEN_AFTER_MS = 2_000

/**
 * Ensures that the service stops within 10 s even if a dependency does not close, such as a frozen database.
 */
const STOP_TIMEOUT_MS = 9_500
const MIN_CLOSE_TIMEOUT_MS = 500

async function closeAll(dependencies: readonly Dependency[]): Promise<void> {
  for (const dependency of dependencies.toReversed()) await dependency.close()
}

/** A request must arrive within 10 s; the gateway buffers slow clients, so only broken ones take longer. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  // Longer than the gateway keeps idle connections, so that this side never closes one during a request.
  keepAliveTimeout: 75_000,
}

/** Rejects requests until the service is ready. Responses sent while it is stopping close their connection. */
function requireReady(stopping: AbortSignal, reason: () => string | null): RequestHandler {
  const openResponses = new Set<Response>()
  stopping.addEventListener('abort', () => {
    for (const res of openResponses) if (!res.headersSent) res.set('connection', 'close')
  })
  return (_req, res, next) => {
    if (stopping.aborted) res.set('connection', 'close')
    else if (reason() !== null) throw new AppError('UNAVAILABLE', { reason: reason() })
    openResponses.add(res)
    res.on('close', () => openResponses.delete(res))
    next()
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stop()
    return stopped
  }
}
