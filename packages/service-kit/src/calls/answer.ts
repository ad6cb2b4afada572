/** Responses of calls: converts what a handler returns to what is sent. */
import { createHash } from 'node:crypto'
import {
  type CallDefinition,
  isSchema,
  type RawAnswer,
  type Schema,
  type SuccessStatus,
} from '@inkproof/protocol/call'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { isProduction } from '../config.ts'

/** A successful response: its status and the JSON, text or bytes it carries. */
export type Answer = { readonly status: SuccessStatus; readonly data: unknown }

/**
 * Converts a handler's result to a response. Outside production, JSON that does not match its schema is a bug and
 * throws; in production it is sent, because that serves the caller better than a failure.
 *
 * @returns undefined for an event stream, which the handler has opened itself
 */
export function answerOf(definition: CallDefinition, result: unknown): Answer | undefined {
  const statuses = Object.keys(definition.answers).map(Number) as SuccessStatus[]
  const answer =
    statuses.length === 1
      ? { status: statuses[0] as SuccessStatus, data: result }
      : (result as Answer)
  const shape = shapeOf(definition, answer.status)
  if (isSchema(shape)) requireMatch(definition, shape, answer.data)
  else if (shape.kind === 'events') return undefined
  return answer
}

/** Sends a response as defined by its call. */
export function sendAnswer(
  definition: CallDefinition,
  { status, data }: Answer,
  req: Request,
  res: Response,
): void {
  const shape = shapeOf(definition, status)
  res.status(status).set('cache-control', definition.cache ?? 'no-store')
  if (isSchema(shape)) sendBody(definition, 'application/json', JSON.stringify(data), { req, res })
  else if (shape.kind === 'redirect') res.redirect(status, String(data))
  else if ('type' in shape) sendBody(definition, shape.type, bodyOf(data), { req, res })
  else res.end()
}

function sendBody(
  definition: CallDefinition,
  type: string,
  body: string | Buffer,
  { req, res }: { req: Request; res: Response },
): void {
  const etag = definition.etag && etagOf(body)
  if (etag) res.set('etag', etag)
  if (etag && isKnown(etag, req)) res.status(304).end()
  else res.type(type).send(body)
}

/** Weak, because the gateway may compress the body. 96 bits of SHA-256. */
function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
}

/** Whether If-None-Match contains the ETag (RFC 9110, 13.1.2: the weak comparison). */
function isKnown(etag: string, req: Request): boolean {
  const known = (req.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2))
}

function bodyOf(data: unknown): string | Buffer {
  return data instanceof Uint8Array ? Buffer.from(data) : String(data)
}

function shapeOf(
  { method, path, answers }: CallDefinition,
  status: SuccessStatus,
): Schema | RawAnswer {
  const shape = answers[status]
  if (!shape) throw new Error(`${method} ${path} has no answer with status ${status}`)
  return shape
}

function requireMatch({ method, path }: CallDefinition, schema: Schema, data: unknown): void {
  if (isProduction()) return
  const { error } = z.core.safeParse(schema, data)
  if (error)
    throw new Error(`${method} ${path} answers what its definition does not say`, { cause: error })
}
