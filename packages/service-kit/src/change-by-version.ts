import { AppError } from './app-error.ts'

/** A row with a version number that increases with every change. */
export type Versioned = { readonly version: number }

export type VersionedRow<Row extends Versioned, Change extends object> = {
  /** Returns the current row; throws if there is none. */
  read: () => Promise<Row>
  /** Writes a change and the next version if the row still has the version that was read; otherwise returns false. */
  write: (row: Row, change: Change) => Promise<boolean>
}

/**
 * Number of conflicts after which the caller is asked to retry. So many concurrent changes do not happen by accident.
 */
const MAX_ATTEMPTS = 40

/**
 * Changes a row with optimistic concurrency control. `decide` receives the current row, may throw to reject the change,
 * and is called again after a concurrent change. Returning an empty object changes nothing.
 *
 * @returns the row after the change
 * @throws AppError UNAVAILABLE after {@link MAX_ATTEMPTS} conflicts, and whatever `read` and `decide` throw
 */
export async function changeByVersion<Row extends Versioned, Change extends object>(
  { read, write }: VersionedRow<Row, Change>,
  decide: (row: Row) => Change,
): Promise<Row> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const row = await read()
    const change = decide(row)
    if (Object.keys(change).length === 0) return row
    if (await write(row, change)) return { ...row, ...change, version: row.version + 1 }
  }
  throw new AppError('UNAVAILABLE')
}
