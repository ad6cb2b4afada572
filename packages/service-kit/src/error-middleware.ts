import { ERRORS, type Problem } from '@inkproof/protocol/errors'
import type { ErrorRow } from '@inkproof/protocol/errors/row'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { AppError } from './app-error.ts'
import type { Log } from './log.ts'
import { asOutage } from './outage.ts'
import { requestIdOf } from './request-log.ts'

const RETRY_AFTER_SECONDS = 2
const MAX_ISSUES_SHOWN = 5
/** Matches paths that are allowed in a comma-separated header. */
const HEADER_SAFE_PATH = /^[\x21-\x2b\x2d-\x7e]+$/

/**
 * Converts every error to a response.
 *
 * Callers that prefer `application/problem+json` (RFC 9457) to plain text receive that; all others receive plain text
 * that says what happened and what to do. Unexpected errors are logged in full but reported as INTERNAL, because their
 * messages may contain connection strings.
 */
export function errorMiddleware(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const appError = toAppError(error)
    if (appError.status >= 500) logServerError(log, req, appError)
    // Express closes the connection if the response has already begun.
    if (res.headersSent) return next(error)
    sendError(req, res, appError)
  }
}

/** Returns the text shown to users: the title and fix from the error table, and the invalid fields, if any. */
export function userMessageOf(error: AppError): string {
  const { title, fix } = ERRORS[error.code]
  const issues = error.details.issues ?? []
  if (issues.length === 0) return `${title} ${fix}`
  const listed = issues
    .slice(0, MAX_ISSUES_SHOWN)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
  return `${title.slice(0, -1)} (${listed.join('; ')}). ${fix}`
}

function sendError(req: Request, res: Response, error: AppError): void {
  const { status } = error
  // The code is also in a header, so that front ends that show the text can still distinguish errors.
  res
    .status(status)
    .set({ 'cache-control': 'no-store', 'inkproof-error': error.code })
    .vary('accept')
  const fields = fieldsOf(error)
  if (fields.length > 0) res.set('inkproof-fields', fields.join(','))
  const defaultSeconds = status === 429 || status === 503 ? RETRY_AFTER_SECONDS : undefined
  const retryAfterSeconds = error.details.retryAfterSeconds ?? defaultSeconds
  if (retryAfterSeconds !== undefined) res.set('retry-after', String(retryAfterSeconds))
  const type = req.accepts(['text/plain', 'application/problem+json'])
  if (type !== 'application/problem+json') {
    res.type('text/plain').send(userMessageOf(error))
    return
  }
  res.type(type).send(JSON.stringify(toProblem(req, error)))
}

/**
 * Returns the paths of the invalid fields: `details.fields`, or else those of its issues, or else those of its code.
 */
function fieldsOf({ code, details }: AppError): readonly string[] {
  const row: ErrorRow = ERRORS[code]
  const paths = details.fields ?? details.issues?.map(({ path }) => path) ?? row.fields ?? []
  return [...new Set(paths)].filter((path) => HEADER_SAFE_PATH.test(path))
}

function toProblem(req: Request, error: AppError): Problem {
  return {
    code: error.code,
    title: ERRORS[error.code].title,
    detail: userMessageOf(error),
    status: error.status,
    requestId: requestIdOf(req),
    ...(error.status < 500 && { details: error.details }),
  }
}

function toAppError(error: unknown): AppError {
  return asOutage(error) ?? fromParser(error) ?? new AppError('INTERNAL', {}, { cause: error })
}

/** Express and its body parser mark client errors with a 4xx `status`. */
function fromParser(error: unknown): AppError | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return new AppError('TOO_LARGE', {}, { cause: error })
  if (status === 415) return new AppError('NOT_JSON', {}, { cause: error })
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  const message = error instanceof SyntaxError ? 'the body is not valid JSON' : 'it cannot be read'
  return new AppError('INVALID_INPUT', { issues: [{ path: '', message }] }, { cause: error })
}

function logServerError(log: Log, req: Request, error: AppError): void {
  log.error(
    { requestId: requestIdOf(req), code: error.code, err: error.cause ?? error },
    'request failed',
  )
}
