/** Calls that only other services may make. They are under /internal/, which the gateway does not route. */
import type { InternalCall } from '@inkproof/protocol/internal'
import express, { type Request } from 'express'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import type { Mount } from './http.ts'
import { createRouter } from './router.ts'
import type { ServiceKeys } from './service-keys.ts'
import { verifyServiceToken } from './service-token.ts'

type Schema = z.core.$ZodType

/** An internal call and its handler; created by {@link handleInternalCall}. */
export type InternalHandler = { path: string; handle: (body: Uint8Array) => Promise<unknown> }

/**
 * Binds an internal call to its handler, which receives the validated body. Handlers must be idempotent: callers
 * repeat a call whose response was lost.
 */
export function handleInternalCall<Body extends Schema, Result extends Schema>(
  { path, body }: InternalCall<Body, Result>,
  handle: (body: z.core.output<Body>) => Promise<z.core.output<Result>>,
): InternalHandler {
  return { path, handle: async (bytes) => handle(parseBody(body, bytes)) }
}

/** Internal calls contain ids and short names; a workspace has at most a few hundred members. */
const BODY_LIMIT_BYTES = 256 * 1024

/**
 * Creates the routes of a service's internal calls, for `routes` of a feature. The token covers the body's bytes, so it
 * is verified before they are parsed. Every service with a key in `keys` may make these calls.
 *
 * A request without a valid token for exactly this call is rejected as SERVICE_REFUSED.
 */
export function internalRoutes(
  service: string,
  keys: ServiceKeys,
  handlers: readonly InternalHandler[],
): Mount {
  const router = createRouter()
  const readBytes = express.raw({
    type: 'application/json',
    limit: BODY_LIMIT_BYTES,
    inflate: false,
  })
  for (const { path, handle } of handlers) {
    router.post(path, readBytes, async (req, res) => {
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
      const call = { method: req.method, path: req.originalUrl, body }
      verifyServiceToken(keys, service, bearerOf(req), call)
      res.set('cache-control', 'no-store').json(await handle(body))
    })
  }
  return ['/', router]
}

function bearerOf(req: Request): string {
  return /^bearer (.+)$/i.exec(req.get('authorization') ?? '')?.[1] ?? ''
}

/** @throws AppError INVALID_INPUT if the two services were released with different definitions of the call */
function parseBody<T extends Schema>(schema: T, bytes: Uint8Array): z.core.output<T> {
  const parsed = z.core.safeParse(schema, fromJson(bytes))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new AppError('INVALID_INPUT', { issues })
}

function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
