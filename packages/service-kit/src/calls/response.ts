/** Responses of calls: converts a handler's result and sends it. */
import { createHash } from 'node:crypto'
import {
  type CallDefinition,
  isSchema,
  type RawResponse,
  type Schema,
  type SuccessStatus,
} from '@inkproof/protocol/call'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { isProduction } from '../config.ts'

/** A successful response: its status, and JSON, text or bytes as data. */
export type CallResponse = { readonly status: SuccessStatus; readonly data: unknown }

/**
 * Converts a handler's result to a response. Outside production, JSON that does not match its schema throws, because
 * it is a bug; in production it is sent anyway, because that serves the caller better than a failure.
 *
 * @returns undefined for an event stream, which the handler opens itself
 */
export function toResponse(definition: CallDefinition, result: unknown): CallResponse | undefined {
  const statuses = Object.keys(definition.responses).map(Number) as SuccessStatus[]
  const response =
    statuses.length === 1
      ? { status: statuses[0] as SuccessStatus, data: result }
      : (result as CallResponse)
  const declared = declaredResponse(definition, response.status)
  if (isSchema(declared)) requireMatch(definition, declared, response.data)
  else if (declared.kind === 'events') return undefined
  return response
}

/** Sends a response as its call defines it. */
export function sendResponse(
  definition: CallDefinition,
  { status, data }: CallResponse,
  req: Request,
  res: Response,
): void {
  const declared = declaredResponse(definition, status)
  res.status(status).set('cache-control', definition.cache ?? 'no-store')
  if (isSchema(declared))
    sendBody(definition, 'application/json', JSON.stringify(data), { req, res })
  else if (declared.kind === 'redirect') res.redirect(status, String(data))
  else if ('type' in declared) sendBody(definition, declared.type, bodyOf(data), { req, res })
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
  if (etag && matchesIfNoneMatch(etag, req)) res.status(304).end()
  else res.type(type).send(body)
}

/** Weak, because the gateway may compress the body. 96 bits of SHA-256. */
function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
}

/** Whether If-None-Match contains the ETag (RFC 9110, 13.1.2: weak comparison). */
function matchesIfNoneMatch(etag: string, req: Request): boolean {
  const tags = (req.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2))
}

function bodyOf(data: unknown): string | Buffer {
  return data instanceof Uint8Array ? Buffer.from(data) : String(data)
}

function declaredResponse(
  { method, path, responses }: CallDefinition,
  status: SuccessStatus,
): Schema | RawResponse {
  const declared = responses[status]
  if (!declared) throw new Error(`${method} ${path} declares no response with status ${status}`)
  return declared
}

function requireMatch({ method, path }: CallDefinition, schema: Schema, data: unknown): void {
  if (isProduction()) return
  const { error } = z.core.safeParse(schema, data)
  if (error)
    throw new Error(`the response of ${method} ${path} does not match its definition`, {
      cause: error,
    })
}
