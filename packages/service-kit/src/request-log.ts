import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { pinoHttp } from 'pino-http'
import type { Log } from './log.ts'

const UNLOGGED = new Set(['/healthz', '/readyz', '/metrics'])
/** Matches secret path segments from one of these names on, in any case, up to a suffix for the proof. */
const OPENS_A_DOCUMENT = /^(.*?\/(?:shares?|sign)\/).+?(\/proof)?$/i
const GIVEN_ID = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Logs each request once when it ends: id, method, path, status and duration.
 *
 * Headers, queries and bodies are never logged, and the secret part of share and signing links is masked. A valid
 * `x-request-id` of the gateway is used, and returned in every response.
 */
export function requestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: takeRequestId,
    autoLogging: { ignore: (req) => UNLOGGED.has(pathOf(req)) },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
    // The error middleware has logged the error itself; here it would only say "failed with status code".
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

function takeRequestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers['x-request-id']
  const id = typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID()
  res.setHeader('x-request-id', id)
  return id
}

function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  const [path = ''] = (req.originalUrl ?? req.url ?? '').split('?')
  return path.replace(OPENS_A_DOCUMENT, '$1[hidden]$2').slice(0, 256)
}
