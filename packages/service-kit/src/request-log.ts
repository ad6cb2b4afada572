import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from './log.ts'

const UNLOGGED = new Set(['/healthz', '/readyz', '/metrics'])
/** Matches the secret after `share`, `shares` or `sign` in a path, in any case, up to an optional `/proof`. */
const SECRET_IN_PATH = /^(.*?\/(?:shares?|sign)\/).+?(\/proof)?$/i
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Logs each request when it ends: id, method, path, status and duration.
 *
 * Headers, queries and bodies are never logged, and the secret part of share and signing links is masked. The gateway's
 * `x-request-id` is used if valid; every response returns the id.
 */
export function requestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: assignRequestId,
    autoLogging: { ignore: (req) => UNLOGGED.has(pathOf(req)) },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request completed',
    customErrorMessage: () => 'request failed',
    // The error middleware logs the error itself; here it would only say "failed with status code".
    customErrorObject: (_req, _res, _error, { err: _err, ...line }) => line,
    wrapSerializers: false,
    serializers: {
      req: (req: IncomingMessage) => ({ id: req.id, method: req.method, path: pathOf(req) }),
      res: (res: ServerResponse) => ({ status: res.statusCode }),
    },
  })
}

/** The request's id, for error responses. */
export function requestIdOf(req: IncomingMessage): string {
  return typeof req.id === 'string' ? req.id : 'none'
}

function assignRequestId(req: IncomingMessage, res: ServerResponse): string {
  const received = req.headers['x-request-id']
  const id = typeof received === 'string' && REQUEST_ID.test(received) ? received : randomUUID()
  res.setHeader('x-request-id', id)
  return id
}

function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  const [path = ''] = (req.originalUrl ?? req.url ?? '').split('?')
  return path.replace(SECRET_IN_PATH, '$1[hidden]$2').slice(0, 256)
}
