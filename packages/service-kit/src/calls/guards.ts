/** Checks before a call's handler runs: authorization, rate limits and content negotiation. */
import { type CallDefinition, type CallLimit, limitsOf } from '@inkproof/protocol/call'
import type { Request } from 'express'
import { AppError } from '../app-error.ts'
import {
  type RequireSession,
  requireReauthentication,
  requireWriter,
  type Session,
} from '../auth.ts'
import { type ConsumeLimit, clientAddress } from '../limit.ts'
import type { IdempotencyStore } from './idempotency-store.ts'

/** The guards that a service provides for its calls. Those that no call needs can be omitted. */
export type CallGuards = {
  readonly requireSession?: RequireSession
  readonly consumeLimit?: ConsumeLimit
  /** Remembers requests with an Idempotency-Key. */
  readonly idempotencyStore?: IdempotencyStore
  /** Rejects with STORAGE_FULL if there is no space left to write. */
  readonly requireSpace?: () => Promise<void>
  readonly now?: () => Date
}

/** Returns the name of a guard that the call needs and the service does not provide; undefined if there is none. */
export function findMissingGuard(
  { access, limit, idempotent }: CallDefinition,
  guards: CallGuards,
): keyof CallGuards | undefined {
  if (access !== 'anyone' && !guards.requireSession) return 'requireSession'
  if (limit && !guards.consumeLimit) return 'consumeLimit'
  return idempotent && !guards.idempotencyStore ? 'idempotencyStore' : undefined
}

/**
 * Returns the caller's session, if the call requires one.
 *
 * @throws AppError SIGN_IN_REQUIRED, SESSION_ENDED, VIEWERS_ONLY_READ, PROOF_NEEDED, UNAVAILABLE
 */
export async function authorize(
  { access }: CallDefinition,
  { requireSession, now = () => new Date() }: CallGuards,
  req: Request,
): Promise<Session | undefined> {
  if (access === 'anyone') return undefined
  const session = await requireSession?.(req)
  if (!session) throw new AppError('SIGN_IN_REQUIRED')
  if (access === 'member') requireWriter(session)
  if (access === 'reauthenticated') requireReauthentication(session, now())
  return session
}

/**
 * Refuses calls that write while the disk is full. Calls that only read, those that delete, and those whose definition
 * says so go on.
 *
 * @throws AppError STORAGE_FULL
 */
export async function requireSpaceFor(
  { method, worksWhenFull }: CallDefinition,
  { requireSpace }: CallGuards,
): Promise<void> {
  if (method === 'GET' || method === 'DELETE' || worksWhenFull) return
  await requireSpace?.()
}

/**
 * Counts the request against each limit of the call that applies at this stage.
 *
 * @throws AppError TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function countRequest(
  definition: CallDefinition,
  stage: NonNullable<CallLimit['at']>,
  { consumeLimit }: CallGuards,
  { req, session }: { req: Request; session: Session | undefined },
): Promise<void> {
  for (const limit of limitsOf(definition)) {
    if ((limit.at ?? 'before-parse') !== stage) continue
    const key = limit.by === 'account' && session ? session.accountId : clientAddress(req)
    await consumeLimit?.(limit, key)
  }
}

/**
 * Rejects callers that accept none of the call's media types. Accepting problem details (RFC 9457) implies
 * accepting JSON.
 *
 * @throws AppError NOT_ACCEPTABLE with the available types
 */
export function requireAcceptable({ responses }: CallDefinition, req: Request): void {
  const types = Object.values(responses).flatMap((response) => {
    if (!('kind' in response)) return ['application/json', 'application/problem+json']
    if (response.kind === 'events') return ['text/event-stream']
    return 'type' in response ? [response.type] : []
  })
  if (types.length > 0 && !req.accepts(types)) throw new AppError('NOT_ACCEPTABLE', { types })
}
