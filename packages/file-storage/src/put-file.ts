import { AppError } from '@inkproof/service-kit/app-error'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import { type EncryptedFile, encryptFile, type FileSource } from './encrypt-file.ts'
import { DELETED, type FileRow, WRITING_MS } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'
import { MAX_FILE_BYTES, type StoredFile, storedFileOf } from './stored-file.ts'

export type PutOptions = {
  /**
   * A new ID (`newFileId()`). The caller first writes it to the row that refers to the file: otherwise a crash after the
   * file is stored leaves a file that nothing refers to.
   */
  id: string
  /** The workspace. */
  owner: string
  mediaType: string
  /** The most that is accepted, in bytes; at most {@link MAX_FILE_BYTES}, which is the default. */
  maxBytes?: number
}

/**
 * Stores a file: encrypts it in memory, writes its row, then its bytes, then that it is stored.
 *
 * Nothing is written if the source fails or is too large. After any other error, `findFile` says whether the file is
 * stored; if it is not, the sweep deletes what was written.
 *
 * @throws AppError TOO_LARGE, STORAGE_FULL or UNAVAILABLE; Error if the ID is already used
 */
export async function putFile(
  parts: FileStoreParts,
  source: FileSource,
  options: PutOptions,
): Promise<StoredFile> {
  const maxBytes = Math.min(options.maxBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES)
  const encrypted = await encryptFile(source, maxBytes)
  const row = await newRow(parts, options, encrypted)
  await insertRow(parts, row)
  await parts.blobs.put(row.location, row._id, encrypted.chunks)
  const storedAt = parts.now()
  const { modifiedCount } = await parts.rows.updateOne(
    { _id: row._id, state: 'writing' },
    { $set: { state: 'stored', storedAt, dueAt: null } },
  )
  if (modifiedCount === 1) return storedFileOf({ ...row, storedAt })
  await deleteLateBytes(parts, row)
  throw new AppError(
    'UNAVAILABLE',
    {},
    { cause: new Error(`file ${row._id} was deleted meanwhile`) },
  )
}

/**
 * Deletes the bytes of a file that was removed, or that the sweep took for abandoned, while they were written. Both may
 * have looked for bytes before these were there, so a new row first makes sure that the sweep finds them.
 */
async function deleteLateBytes({ rows, blobs, now }: FileStoreParts, row: FileRow): Promise<void> {
  const dueAt = new Date(now().getTime() + WRITING_MS)
  await rows.create({ ...row, ...DELETED, dueAt }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
  await blobs.remove(row.location, row._id)
}

async function newRow(
  { keys, location, now }: FileStoreParts,
  { id, owner, mediaType }: PutOptions,
  { identity, size, sha256 }: EncryptedFile,
): Promise<FileRow> {
  const facts = { id, owner, mediaType, size, sha256 }
  const wrapped = await keys.wrap(identity, facts)
  const createdAt = now()
  return {
    _id: id,
    ...{ owner, mediaType, size, sha256, location, ...wrapped, createdAt },
    state: 'writing',
    storedAt: null,
    dueAt: new Date(createdAt.getTime() + WRITING_MS),
  }
}

async function insertRow({ rows }: FileStoreParts, row: FileRow): Promise<void> {
  await rows.create(row).catch((error: unknown) => {
    if (isDuplicateKey(error)) throw new Error(`the file ID ${row._id} is already used`)
    throw error
  })
}
