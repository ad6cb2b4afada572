import { AppError } from './app-error.ts'

/** Class names of driver errors that mean that the dependency is not responding. */
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
  // The driver's and the platform's name for a query timeout.
  'TimeoutError',
  // ioredis: the connection closed while a command was waiting for its response.
  'AbortError',
])

const OUTAGE_MESSAGES =
  /^(Command timed out|Connection is closed|Cluster isn't ready|Cluster is ended|Failed to refresh slots cache|Too many Cluster redirections|None of startup nodes|Stream isn't writeable|Socket timeout|Cannot call .* before initial connection|Operation .* buffering timed out)/

/** Redis errors that mean that it cannot serve at the moment: full, loading, read-only, disk error. */
const REDIS_OUTAGE_ERRORS =
  /^(OOM|LOADING|READONLY|MISCONF|MASTERDOWN|CLUSTERDOWN|BUSY|NOREPLICAS|TRYAGAIN)\b/

/** A fault in the database itself, such as a storage engine that has stopped after a failed write. */
const MONGO_INTERNAL_ERROR = 1
/** MongoDB error codes: shutting down, stepping down, not writable, interrupted, timed out. */
const MONGO_OUTAGE_CODES = new Set([50, 89, 91, 189, 262, 10107, 11600, 11602, 13435, 13436, 11601])
const MONGO_DISK_FULL = 14031
/** A full disk, or a full quota of this user, as reported by the platform. */
const FULL_CODES = ['ENOSPC', 'EDQUOT']
/** Redis names the cause of a failed write to its append-only file. */
const REDIS_DISK_FULL = /^MISCONF\b.*No space left on device/

/**
 * Distinguishes outages from bugs: returns UNAVAILABLE for an outage, STORAGE_FULL for a full disk, the error itself if
 * it is an AppError, and undefined for anything else.
 */
export function asOutage(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (typeof error !== 'object' || error === null) return undefined
  // Compared by name instead of `instanceof`, because the platform's errors may come from another realm.
  const { name = '', message = '', code } = error as Partial<Error> & { code?: unknown }
  if (isFull({ message, code })) return new AppError('STORAGE_FULL', {}, { cause: error })
  const isDown =
    OUTAGE_NAMES.has(name) ||
    OUTAGE_MESSAGES.test(message) ||
    (name === 'ReplyError' && REDIS_OUTAGE_ERRORS.test(message)) ||
    (typeof code === 'number' && MONGO_OUTAGE_CODES.has(code)) ||
    (code === MONGO_INTERNAL_ERROR && name.startsWith('Mongo')) ||
    isNetworkCode(code)
  return isDown ? new AppError('UNAVAILABLE', {}, { cause: error }) : undefined
}

function isFull({ message, code }: { message: string; code: unknown }): boolean {
  return (
    FULL_CODES.includes(String(code)) || code === MONGO_DISK_FULL || REDIS_DISK_FULL.test(message)
  )
}

function isNetworkCode(code: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(
    String(code),
  )
}
