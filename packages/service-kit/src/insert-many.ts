/** Many documents into a collection, in calls that stay short on a slow database. */
import { AppError } from './app-error.ts'
import { isDuplicateKey } from './mongo.ts'
import { asOutage } from './outage.ts'

/** The driver's own call: casting documents that were made here costs more than writing them. */
type Inserting = {
  collection: {
    insertMany(rows: never[], options: { ordered: boolean }): Promise<unknown>
  }
}

const ROWS_A_CALL = 250

/**
 * Inserts in the given order and stops at the first refusal. False when that was a key that is taken:
 * what came before it stands. Which rows those are is for the caller to read back.
 *
 * @throws AppError UNAVAILABLE, STORAGE_FULL: how much was inserted is unknown
 */
export async function insertInOrder(model: Inserting, rows: readonly object[]): Promise<boolean> {
  for (const some of inCalls(rows)) if (!(await insert(model, some, true))) return false
  return true
}

/** Inserts whatever is not there yet. False when any key was taken. @throws as {@link insertInOrder} */
export async function insertMissing(model: Inserting, rows: readonly object[]): Promise<boolean> {
  let isAllNew = true
  for (const some of inCalls(rows)) isAllNew = (await insert(model, some, false)) && isAllNew
  return isAllNew
}

function* inCalls(rows: readonly object[]): Generator<object[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_CALL) yield rows.slice(at, at + ROWS_A_CALL)
}

async function insert(model: Inserting, rows: object[], ordered: boolean): Promise<boolean> {
  try {
    await model.collection.insertMany(rows as never[], { ordered })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    // A bulk error wraps whatever cut it off: a lost connection, a time limit, a full disk.
    throw asOutage(error) ?? (isBulkError(error) ? unavailable(error) : error)
  }
}

function isBulkError(error: unknown): boolean {
  return (error as Error).name === 'MongoBulkWriteError'
}

function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', {}, { cause })
}
