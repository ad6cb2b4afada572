import { AppError } from '@inkproof/service-kit/app-error'
import { DELETED, type FileRow } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'
import { deleteBytesAndRow } from './remove-file.ts'

const BATCH = 100
/** When a deletion that failed is tried again. */
const RETRY_MS = 60_000

/**
 * Deletes files whose writing was interrupted, and what is left of deleted ones. Several instances may do it at once.
 *
 * @param stopping ends the run after the current file
 * @returns how many rows this run has deleted
 * @throws the first error: after the other files were tried, unless the storage is not available
 */
export async function sweep(parts: FileStoreParts, stopping?: AbortSignal): Promise<number> {
  await markAbandoned(parts)
  const errors: unknown[] = []
  let deleted = 0
  for await (const row of deletedFiles(parts)) {
    if (stopping?.aborted) return deleted
    try {
      if (await deleteBytesAndRow(parts, row)) deleted += 1
    } catch (error) {
      await postpone(parts, row)
      // Each further file would wait for the deadline.
      if (isOutage(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return deleted
}

/** Each file is either deleted or postponed before the next query. */
async function* deletedFiles(parts: FileStoreParts): AsyncGenerator<FileRow> {
  for (;;) {
    const batch = await findDue(parts, 'deleting')
    yield* batch
    if (batch.length < BATCH) return
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE'
}

/** Retries this file after the other due files. */
async function postpone({ rows, now }: FileStoreParts, { _id }: FileRow): Promise<void> {
  const dueAt = new Date(now().getTime() + RETRY_MS)
  await rows.updateOne({ _id, state: 'deleting' }, { $set: { dueAt } })
}

/** Deletes the keys of files that were not stored completely in time. */
async function markAbandoned(parts: FileStoreParts): Promise<void> {
  for (;;) {
    const abandoned = await findDue(parts, 'writing')
    for (const { _id } of abandoned)
      await parts.rows.updateOne({ _id, state: 'writing' }, { $set: DELETED })
    if (abandoned.length < BATCH) return
  }
}

function findDue({ rows, now }: FileStoreParts, state: FileRow['state']): Promise<FileRow[]> {
  return rows
    .find({ state, dueAt: { $lte: now() } })
    .sort({ dueAt: 1 })
    .limit(BATCH)
    .lean<FileRow[]>()
}
