/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): requests repeated with the same key within 24 hours take
 * effect once. The handler runs each time, so a repetition is authorized like any request and its response shows the
 * current state.
 *
 * Only successes are remembered. A rejected request has changed nothing, so it is processed again when repeated, and its
 * key can be reused for a corrected request. If the process dies during a request, its key stays reserved for a minute;
 * a later repetition is processed again, which every call must tolerate.
 */
import { createHash } from 'node:crypto'
import type { CallDefinition } from '@inkproof/protocol/call'
import { AppError } from '../app-error.ts'
import { isProduction } from '../config.ts'
import type { Claim, IdempotencyStore } from './idempotency-store.ts'

/** Printable ASCII, as in the header's structured string, with or without quotes. */
const KEY = /^[\x21-\x7e]{1,255}$/
/** Longer than any ID or time. */
const MAX_RESULT_LENGTH = 64

/**
 * Runs the effect of a request and returns its result: an ID or a time, or nothing. If an earlier request with the same
 * Idempotency-Key has taken effect, returns the result of that one instead.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: an effect without a result may end without a return.
export type Once = <Result extends string | void>(effect: () => Promise<Result>) => Promise<Result>

/** Runs a handler with its `once`. `isRepetition` if the request has taken effect before. */
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
  if (existing.token !== undefined) throw new AppError('IDEMPOTENCY_KEY_IN_USE')
  return run(async <Result>() => existing.result as Result, true)
}

/** Runs the effect. For requests without an Idempotency-Key. */
export const runEffect: Once = (effect) => effect()

async function runClaimed<Response>(
  store: IdempotencyStore,
  claim: Claim,
  { idempotent }: CallDefinition,
  run: RunHandler<Response>,
): Promise<Response> {
  // The request has taken effect, so the caller gets the response even if that cannot be recorded.
  const complete = (result?: string) => store.complete(claim, result).catch(() => undefined)
  const once: Once = async (effect) => {
    const result = await effect()
    await complete(result ?? undefined)
    return result
  }
  try {
    const response = await run(once, false)
    if (idempotent === 'by-itself') await complete()
    return response
  } catch (error) {
    await store.release(claim).catch(() => undefined)
    throw error
  }
}

/**
 * Runs a handler. Outside production, throws if it returns more than an ID from `once`, or does not call `once` although
 * its call is idempotent by `effect-once`: both are bugs.
 */
export async function runChecked<Response>(
  { idempotent, method, path }: CallDefinition,
  once: Once,
  run: (once: Once) => Promise<Response>,
): Promise<Response> {
  let hasRun = false
  const response = await run((effect) => {
    hasRun = true
    return once(async () => {
      const result = await effect()
      if (result && result.length > MAX_RESULT_LENGTH && !isProduction())
        throw new Error(`the effect of ${method} ${path} returns more than an ID`)
      return result
    })
  })
  if (idempotent === 'effect-once' && !hasRun && !isProduction())
    throw new Error(`the handler of ${method} ${path} does not call once`)
  return response
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
