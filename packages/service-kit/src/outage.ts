import { AppError } from './app-error.ts'

/** Driver errors that mean "the part is not answering now", by class name. */
const OUTAGE_NAMES = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoWriteConcernError',
  'MongoExpiredSessionError',
  'MongoClientClosedError',
  'MongooseServerSelectionError',
  'MaxRetriesPerRequestError',
  // The driver's and the platform's name for a query that ran out of its time.
  'TimeoutError',
  // ioredis: the connection closed under a command that waited for its answer.
  'AbortError',
])

const OUTAGE_MESSAGES =
  /^(Command timed out|Connection is closed|Stream isn't writeable|Socket timeout|Cannot call .* before initial connection|Operation .* buffering timed out)/

/** Redis answers that mean it cannot take this now: full, loading, read-only, disk broken. */
const REDIS_REFUSALS =
  /^(OOM|LOADING|READONLY|MISCONF|MASTERDOWN|CLUSTERDOWN|BUSY|NOREPLICAS|TRYAGAIN)\b/

/** MongoDB server codes: shutting down, stepping down, not writable, interrupted, over its time. */
const MONGO_OUTAGE_CODES = new Set([50, 89, 91, 189, 262, 10107, 11600, 11602, 13435, 13436, 11601])
const MONGO_DISK_FULL = 14031

/**
 * Tells a part that is down from a bug: UNAVAILABLE for outages, STORAGE_FULL for a full disk,
 * the error itself when it is already ours, undefined for anything else.
 */
export function asOutage(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (typeof error !== 'object' || error === null) return undefined
  // By what it says and not by its class: an error of the platform can come from another realm.
  const { name = '', message = '', code } = error as Partial<Error> & { code?: unknown }
  if (code === 'ENOSPC' || code === MONGO_DISK_FULL)
    return new AppError('STORAGE_FULL', {}, { cause: error })
  const isDown =
    OUTAGE_NAMES.has(name) ||
    OUTAGE_MESSAGES.test(message) ||
    (name === 'ReplyError' && REDIS_REFUSALS.test(message)) ||
    (typeof code === 'number' && MONGO_OUTAGE_CODES.has(code)) ||
    isNetworkCode(code)
  return isDown ? new AppError('UNAVAILABLE', {}, { cause: error }) : undefined
}

function isNetworkCode(code: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(
    String(code),
  )
}
