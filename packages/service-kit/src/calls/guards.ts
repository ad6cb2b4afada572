/** What stands before the handler of a call: who calls, how often, and with what. */
import { type CallDefinition, type CallLimit, limitsOf } from '@inkproof/protocol/call'
import type { Request } from 'express'
import { AppError } from '../app-error.ts'
import { type RequireSession, requireProof, requireWriter, type Session } from '../auth.ts'
import { clientAddress, type TakeLimit } from '../limit.ts'
import type { AnswerStore } from './idempotency.ts'

/** What a service gives its calls. A service whose calls need none of it gives nothing. */
export type CallGuards = {
  readonly requireSession?: RequireSession
  readonly takeLimit?: TakeLimit
  /** Where answers to requests with an Idempotency-Key are kept. */
  readonly answers?: AnswerStore
  readonly now?: () => Date
}

/** Names the guard that a call needs and the service does not give. */
export function missingGuard(
  { access, limit, idempotent }: CallDefinition,
  guards: CallGuards,
): keyof CallGuards | undefined {
  if (access !== 'anyone' && !guards.requireSession) return 'requireSession'
  if (limit && !guards.takeLimit) return 'takeLimit'
  return idempotent && !guards.answers ? 'answers' : undefined
}

/**
 * The caller's session, where the call asks for one.
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
  if (access === 'proof') requireProof(session, now())
  return session
}

/**
 * Counts the request for each limit of the call that is taken at this point.
 *
 * @throws AppError TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function countRequest(
  definition: CallDefinition,
  at: NonNullable<CallLimit['at']>,
  { takeLimit }: CallGuards,
  { req, session }: { req: Request; session: Session | undefined },
): Promise<void> {
  for (const limit of limitsOf(definition)) {
    if ((limit.at ?? 'before-parse') !== at) continue
    const key = limit.by === 'account' && session ? session.accountId : clientAddress(req)
    await takeLimit?.(limit, key)
  }
}

/**
 * Refuses callers that accept nothing the call can answer. Whoever accepts problem details (RFC 9457)
 * accepts JSON.
 *
 * @throws AppError NOT_ACCEPTABLE with the types that are answered
 */
export function requireAcceptable({ answers }: CallDefinition, req: Request): void {
  const types = Object.values(answers).flatMap((answer) => {
    if (!('kind' in answer)) return ['application/json', 'application/problem+json']
    if (answer.kind === 'events') return ['text/event-stream']
    return 'type' in answer ? [answer.type] : []
  })
  if (types.length > 0 && !req.accepts(types)) throw new AppError('NOT_ACCEPTABLE', { types })
}
