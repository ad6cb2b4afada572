/** Handles one call: authorizes, rate-limits and parses the request, runs the handler and sends the response. */
import { type CallDefinition, PROOF_HEADER } from '@inkproof/protocol/call'
import type { Request, RequestHandler, Response } from 'express'
import { AppError } from '../app-error.ts'
import type { Session } from '../auth.ts'
import { isProduction } from '../config.ts'
import { readJson, requireJson } from '../json-body.ts'
import { parse } from '../parse.ts'
import { replaceUndeclaredError } from './declared-errors.ts'
import {
  authorize,
  type CallGuards,
  countRequest,
  requireAcceptable,
  requireSpaceFor,
} from './guards.ts'
import { type Once, type RunHandler, runChecked, runEffect, runWithKey } from './idempotency.ts'
import type { BoundCall } from './implement.ts'
import { type CallResponse, sendResponse, toResponse } from './response.ts'
import { requireUpload } from './upload.ts'

/** Small, because parsing a body blocks all other requests. Calls can override it. */
const DEFAULT_BODY_BYTES = 32 * 1024

type Input = { params?: unknown; query?: unknown; body?: unknown; proof?: unknown }

/**
 * Creates the request handler of a call. The body is read only after the caller is authorized and rate-limited, so that
 * unauthorized callers cannot make the service parse bodies. A repetition of a request that has taken effect can only
 * be recognized once its body is parsed, so it counts towards the `before-parse` limits. It counts towards the
 * `after-parse` limits only if the call is inherently idempotent.
 */
export function handleCall(call: BoundCall, guards: CallGuards): RequestHandler {
  const { definition } = call
  const { upload } = definition
  return async (req, res) => {
    if (!upload) requireJson(req)
    requireAcceptable(definition, req)
    const session = await authorize(definition, guards, req)
    await requireSpaceFor(definition, guards)
    const counted = { req, session }
    await countRequest(definition, 'before-parse', guards, counted)
    if (upload) requireUpload(upload, req)
    const input = await parseInput(definition, req, res)
    const run = async (once: Once, isRepetition: boolean) => {
      if (!isRepetition || definition.idempotent === 'inherently')
        await countRequest(definition, 'after-parse', guards, counted)
      return runHandler(call, { ...input, session, req, res }, once)
    }
    const response = await runIdempotently(call, guards, { req, session, input }, run)
    if (response) sendResponse(definition, response, req, res)
  }
}

async function runHandler(
  call: BoundCall,
  context: object,
  once: Once,
): Promise<CallResponse | undefined> {
  const handle = async (checkedOnce: Once) =>
    call.handle({ ...context, once: checkedOnce } as never)
  try {
    return toResponse(call.definition, await runChecked(call.definition, once, handle))
  } catch (error) {
    const thrown = isProduction() ? error : replaceUndeclaredError(call.definition, error)
    throw withFields(call.definition, thrown)
  }
}

/** Adds to an error the field paths that the definition assigns to it. */
function withFields({ errorFields = {} }: CallDefinition, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, details } = error
  const fields = errorFields[code]
  return fields ? new AppError(code, { ...details, fields }, { cause: error }) : error
}

/** Runs the handler, without its effect if an earlier request with the same Idempotency-Key has taken effect. */
async function runIdempotently(
  { name, definition }: BoundCall,
  { idempotencyStore }: CallGuards,
  { req, session, input }: { req: Request; session: Session | undefined; input: Input },
  run: RunHandler<CallResponse | undefined>,
): Promise<CallResponse | undefined> {
  const key = req.get('idempotency-key')
  if (!definition.idempotent || key === undefined || !idempotencyStore || !session)
    return run(runEffect, false)
  const { accountId, workspaceId } = session
  const request = { call: name, definition, accountId, key }
  return runWithKey(idempotencyStore, { ...request, content: [req.path, workspaceId, input] }, run)
}

async function parseInput(definition: CallDefinition, req: Request, res: Response): Promise<Input> {
  const { query, body, bodyBytes = DEFAULT_BODY_BYTES, handlerReadsBody, proof } = definition
  const readBody = body && (async () => parse(body, await readJson(req, res, bodyBytes)))
  return {
    ...(definition.params && { params: parseParams(definition, req) }),
    ...(query && { query: parse(query, req.query) }),
    ...(proof && { proof: parse(proof, readProof(req)) }),
    ...(readBody && { body: handlerReadsBody ? readBody : await readBody() }),
  }
}

/** Returns undefined, which no schema accepts, if the header is missing or not JSON. */
function readProof(req: Request): unknown {
  try {
    return JSON.parse(Buffer.from(req.get(PROOF_HEADER) ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}

/** A malformed parameter is treated like one that matches nothing. */
function parseParams({ params, unknownParams }: CallDefinition, req: Request): unknown {
  try {
    // Express stores parameters in an object without a prototype, which strict schemas reject.
    return params && parse(params, { ...req.params })
  } catch (error) {
    if (unknownParams && error instanceof AppError) throw new AppError(unknownParams)
    throw error
  }
}
