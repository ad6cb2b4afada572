import express, { type Express, type RequestHandler, type Router } from 'express'
import helmet from 'helmet'
import { AppError } from './app-error.ts'
import { callRouter, unknownMethodRouter } from './calls/call-router.ts'
import type { CallGuards } from './calls/guards.ts'
import type { BoundCall } from './calls/implement.ts'
import { errorMiddleware } from './error-middleware.ts'
import { requireJson } from './json-body.ts'
import type { Log } from './log.ts'
import { requestLog } from './request-log.ts'

/** A router and its mount path. */
export type Mount = readonly [path: string, router: Router]

/** Options of {@link createApp}. */
export type AppParts = {
  log: Log
  /** Exact number of proxies in front; `req.ip` is the address that the outermost of them saw. */
  trustedHops: number
  /** The service's calls, see `implement`. */
  calls?: readonly BoundCall[]
  /** The guards of the calls: sessions, limits, idempotency keys. */
  guards?: CallGuards
  /** Routes that are not calls, such as the internal ones. They read their bodies themselves. */
  mounts: readonly Mount[]
  /** Handlers that run before calls and mounts: health, metrics. */
  first?: readonly RequestHandler[]
}

/**
 * Creates an Express 5 application that accepts and returns JSON, with one error format.
 *
 * Rejects bodies of another type as NOT_JSON unless the call is an upload, bodies that are too large as TOO_LARGE, unknown
 * paths as NOT_FOUND, and unsupported methods as METHOD_NOT_ALLOWED.
 */
export function createApp(parts: AppParts): Express {
  const app = express()
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .set('query parser', 'simple')
  app.set('trust proxy', parts.trustedHops)
  app.use(requestLog(parts.log), apiHeaders(), ...(parts.first ?? []))
  app.use(callRouter(parts.calls ?? [], parts.guards ?? {}))
  app.use((req, _res, next) => {
    requireJson(req)
    next()
  })
  for (const [path, router] of parts.mounts) app.use(path, router)
  app.use(unknownMethodRouter(parts.calls ?? []), () => {
    throw new AppError('NOT_FOUND')
  })
  app.use(errorMiddleware(parts.log))
  return app
}

/** Security headers for responses that a browser opens directly; the gateway sets those of pages. */
function apiHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
}
