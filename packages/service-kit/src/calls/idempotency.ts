/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): requests repeated with the same key within 24 hours take
 * effect once. The handler runs each time, so a repetition is authorized like any request and its response shows the
 * current state.
 *
 * A rejected request (4xx) has changed nothing, so its key can be reused for a corrected request. After any other
 * failure in the effect, for example a lost response of the database, it is unknown whether the request has taken
 * effect. The key then remains bound to the request, and a repetition runs the effect again with the same effect ID.
 * The effect uses this ID as the key of what it creates, so that nothing is created twice. If the process dies during a
 * request, a repetition can run the effect again after a minute.
 */
import { createHash } from 'node:crypto'
import type { CallDefinition } from '@inkproof/protocol/call'
import { AppError } from '../app-error.ts'
import { isProduction } from '../config.ts'
import { type Claim, type IdempotencyStore, newEffectId } from './idempotency-store.ts'

/** Printable ASCII, as in the header's structured string, with or without quotes. */
const KEY = /^[\x21-\x7e]{1,255}$/
/** Longer than any ID or time. */
const MAX_RESULT_LENGTH = 64

/**
 * Runs the effect of a request and returns its result: an ID or a time, or nothing. If an earlier request with the same
 * Idempotency-Key has taken effect, returns the result of that request instead. If it is unknown whether that request
 * has taken effect, runs the effect again with the same `effectId`; the effect must then not create anything twice.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: an effect without a result may end without a return.
export type Once = <Result extends string | void>(
  effect: (effectId: string) => Promise<Result>,
) => Promise<Result>

/** Runs a handler with its `once`. `isRepetition` is true if the request has already taken effect. */
export type RunHandler<Response> = (once: Once, isRepetition: boolean) => Promise<Response>

/** A request with a key. `content` determines whether a repetition is the same request. */
export type KeyedRequest = {
  call: string
  definition: CallDefinition
  accountId: string
  key: string
  content: unknown
}

/**
 * Runs the handler of a request with an Idempotency-Key.
 *
 * @throws AppError INVALID_INPUT for an invalid key, IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED, UNAVAILABLE if
 * Redis is not responding, and whatever the handler throws
 */
export async function runWithKey<Response>(
  store: IdempotencyStore,
  { call, definition, accountId, key, content }: KeyedRequest,
  run: RunHandler<Response>,
): Promise<Response> {
  if (!KEY.test(key)) {
    const issue = {
      path: 'Idempotency-Key',
      message: 'expected 1 to 255 printable ASCII characters',
    }
    throw new AppError('INVALID_INPUT', { issues: [issue] })
  }
  const request = digest(content)
  const claimed = await store.claim({ accountId, keyDigest: digest([call, key]) }, request)
  if ('claim' in claimed) return runClaimed(store, claimed.claim, definition, run)
  const { existing } = claimed
  if (existing.request !== request) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (existing.untilMs !== undefined) {
    const retryAfterSeconds = Math.max(1, Math.ceil((existing.untilMs - Date.now()) / 1_000))
    throw new AppError('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds })
  }
  return run(async <Result>() => existing.result as Result, true)
}

/** Runs the effect. For requests without an Idempotency-Key. */
export const runEffect: Once = (effect) => effect(newEffectId())

async function runClaimed<Response>(
  store: IdempotencyStore,
  claim: Claim,
  { idempotent }: CallDefinition,
  run: RunHandler<Response>,
): Promise<Response> {
  // The request has taken effect, so the caller gets the response even if the result cannot be stored.
  const complete = (result?: string) => store.complete(claim, result).catch(() => undefined)
  let mayHaveEffect = false
  const attempt = async <Result>(effect: () => Promise<Result>): Promise<Result> => {
    mayHaveEffect = true
    try {
      return await effect()
    } catch (error) {
      mayHaveEffect = !isRejection(error)
      throw error
    }
  }
  const once: Once = async (effect) => {
    const result = await attempt(() => effect(claim.effectId))
    await complete(result ?? undefined)
    return result
  }
  try {
    if (idempotent !== 'inherently') return await run(once, false)
    const response = await attempt(() => run(once, false))
    await complete()
    return response
  } catch (error) {
    await store.release(claim, mayHaveEffect).catch(() => undefined)
    throw error
  }
}

function isRejection(error: unknown): boolean {
  return error instanceof AppError && error.status < 500
}

/**
 * Runs a handler. Outside production, reports two bugs as errors: the effect passed to `once` returns more than an ID,
 * or the handler of an `effect-once` call never calls `once`.
 */
export async function runChecked<Response>(
  { idempotent, method, path }: CallDefinition,
  once: Once,
  run: (once: Once) => Promise<Response>,
): Promise<Response> {
  let hasRun = false
  const response = await run((effect) => {
    hasRun = true
    return once(async (effectId) => {
      const result = await effect(effectId)
      if (result && result.length > MAX_RESULT_LENGTH && !isProduction())
        throw new Error(`the effect of ${method} ${path} returns more than an ID`)
      return result
    })
  })
  if (idempotent === 'effect-once' && !hasRun && !isProduction())
    throw new Error(`the handler of ${method} ${path} never calls once()`)
  return response
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
