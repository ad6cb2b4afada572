import { AppError } from './app-error.ts'

/** A row that counts its changes. */
export type Versioned = { readonly version: number }

export type VersionedRow<Row extends Versioned, Change extends object> = {
  /** The row as it is now; throws where there is none. */
  read: () => Promise<Row>
  /** Sets a change and the next version, if the row still has the version that was read. False otherwise. */
  write: (row: Row, change: Change) => Promise<boolean>
}

/** Lost comparisons after which the caller is told to retry: so many changes of one row are no accident. */
const MOST_TRIES = 40

/**
 * Changes a row by comparing its version. `decide` sees the row as it is now, may refuse by throwing, and is
 * asked again when another change came first. Nothing to change is an empty object.
 *
 * @returns the row as it is after the change.
 * @throws AppError UNAVAILABLE after {@link MOST_TRIES} lost comparisons, and whatever `read` and `decide` throw.
 */
export async function changeByVersion<Row extends Versioned, Change extends object>(
  { read, write }: VersionedRow<Row, Change>,
  decide: (row: Row) => Change,
): Promise<Row> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const row = await read()
    const change = decide(row)
    if (Object.keys(change).length === 0) return row
    if (await write(row, change)) return { ...row, ...change, version: row.version + 1 }
  }
  throw new AppError('UNAVAILABLE')
}
