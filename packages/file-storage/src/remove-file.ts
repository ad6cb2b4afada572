import { DELETED, type FileRow, WRITING_MS } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'

/** A file whose key is deleted, and where its bytes are. */
export type DeletedFile = Pick<FileRow, '_id' | 'location'>

/**
 * Deletes the key of a file, so that its content cannot be read any more, even if its bytes survive in a backup of the
 * storage. Does nothing if the owner has no such file.
 *
 * @returns what can be deleted now ({@link deleteBytesAndRow}); the sweep deletes it otherwise, and what is still being written
 * @throws AppError UNAVAILABLE if the database is not reachable
 */
export async function deleteKey(
  { rows, now }: FileStoreParts,
  id: string,
  owner: string,
): Promise<DeletedFile | undefined> {
  const file = { _id: { $eq: id }, owner: { $eq: owner } }
  const nowMs = now().getTime()
  // In the order of the states, so that a file that becomes stored in between is deleted as well. Bytes that are being
  // written may arrive later, so the sweep waits for them.
  const later = new Date(nowMs + WRITING_MS)
  await rows.updateOne({ ...file, state: 'writing' }, { $set: { ...DELETED, dueAt: later } })
  const { modifiedCount } = await rows.updateOne(
    { ...file, state: 'stored' },
    { $set: { ...DELETED, dueAt: new Date(nowMs) } },
  )
  if (modifiedCount === 0) return undefined
  return (await rows.findOne({ _id: { $eq: id } }).lean<DeletedFile>()) ?? undefined
}

/** Deletes the bytes of a file whose key is deleted, and then its row. Can be repeated, and run twice at once. */
export async function deleteBytesAndRow(
  { rows, blobs }: FileStoreParts,
  { _id, location }: DeletedFile,
): Promise<boolean> {
  await blobs.remove(location, _id)
  const { deletedCount } = await rows.deleteOne({ _id, state: 'deleting' })
  return deletedCount === 1
}
