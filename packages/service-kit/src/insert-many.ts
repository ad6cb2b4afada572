/** Inserts many documents into a collection, in batches that stay short on a slow database. */
import { AppError } from './app-error.ts'
import { isDuplicateKey } from './mongo.ts'
import { asOutage } from './outage.ts'

/** Uses the driver directly: casting documents that were created here costs more than writing them. */
type Inserting = {
  collection: {
    insertMany(rows: never[], options: { ordered: boolean }): Promise<unknown>
  }
}

const ROWS_A_CALL = 250

/**
 * Inserts in the given order and stops at the first duplicate key, for which it returns false: documents before it
 * are inserted. The caller reads back which ones.
 *
 * @throws AppError UNAVAILABLE, STORAGE_FULL: how many were inserted is unknown
 */
export async function insertInOrder(model: Inserting, rows: readonly object[]): Promise<boolean> {
  for (const some of inCalls(rows)) if (!(await insert(model, some, true))) return false
  return true
}

/** Inserts the documents that are missing. Returns false if any key existed. @throws as {@link insertInOrder} */
export async function insertMissing(model: Inserting, rows: readonly object[]): Promise<boolean> {
  let isAllNew = true
  for (const some of inCalls(rows)) isAllNew = (await insert(model, some, false)) && isAllNew
  return isAllNew
}

function* inCalls(rows: readonly object[]): Generator<object[]> {
  for (let index = 0; index < rows.length; index += ROWS_A_CALL)
    yield rows.slice(index, index + ROWS_A_CALL)
}

async function insert(model: Inserting, rows: object[], ordered: boolean): Promise<boolean> {
  try {
    await model.collection.insertMany(rows as never[], { ordered })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    // A bulk error wraps what interrupted it: a lost connection, a timeout, a full disk.
    throw asOutage(error) ?? (isBulkError(error) ? unavailable(error) : error)
  }
}

function isBulkError(error: unknown): boolean {
  return (error as Error).name === 'MongoBulkWriteError'
}

function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', {}, { cause })
}
