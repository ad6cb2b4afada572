/** Inserts many documents into a collection, in batches that complete quickly even on a slow database. */
import { AppError } from './app-error.ts'
import { isDuplicateKey } from './mongo.ts'
import { asOutage } from './outage.ts'

/** The driver's collection is used directly, because casting by mongoose costs more than the write itself. */
type DriverModel = {
  collection: {
    insertMany(rows: never[], options: { ordered: boolean }): Promise<unknown>
  }
}

const BATCH_SIZE = 250

/**
 * Inserts documents in the given order. Returns true if all were inserted, and false at the first duplicate key: the
 * documents before it are inserted, and the caller must read back which ones.
 *
 * @throws AppError UNAVAILABLE, STORAGE_FULL; an unknown number of documents was inserted
 */
export async function insertInOrder(model: DriverModel, rows: readonly object[]): Promise<boolean> {
  for (const batch of batchesOf(rows)) if (!(await insert(model, batch, true))) return false
  return true
}

/** Inserts all documents whose keys are new; returns false if any key existed. Throws like {@link insertInOrder}. */
export async function insertMissing(model: DriverModel, rows: readonly object[]): Promise<boolean> {
  let areAllNew = true
  for (const batch of batchesOf(rows)) areAllNew = (await insert(model, batch, false)) && areAllNew
  return areAllNew
}

function* batchesOf(rows: readonly object[]): Generator<object[]> {
  for (let index = 0; index < rows.length; index += BATCH_SIZE)
    yield rows.slice(index, index + BATCH_SIZE)
}

async function insert(model: DriverModel, rows: object[], ordered: boolean): Promise<boolean> {
  try {
    await model.collection.insertMany(rows as never[], { ordered })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    // A bulk error wraps its cause: a lost connection, a timeout, a full disk.
    throw asOutage(error) ?? (isBulkError(error) ? unavailable(error) : error)
  }
}

function isBulkError(error: unknown): boolean {
  return (error as Error).name === 'MongoBulkWriteError'
}

function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', {}, { cause })
}
