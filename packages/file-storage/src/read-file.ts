import { Readable } from 'node:stream'
import { AppError } from '@inkproof/service-kit/app-error'
import { decryptFile } from './decrypt-file.ts'
import type { FileRow, KeyedRow } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'
import { type StoredFile, storedFileOf } from './stored-file.ts'
import { unreadable } from './unreadable.ts'

/** A file and its verified bytes. */
export type FileWithBytes = { file: StoredFile; bytes: Uint8Array }

/**
 * A file as a stream. Each part of it is authentic, but whether the file is complete and has the stored SHA-256 is known
 * only at the end: the stream fails instead of delivering its last 64 KiB.
 */
export type FileWithContent = { file: StoredFile; content: Readable }

/** Returns a file that is stored completely; undefined if the owner has none with this ID, or if it was deleted. */
export async function findFile(
  parts: Pick<FileStoreParts, 'rows'>,
  id: string,
  owner: string,
): Promise<StoredFile | undefined> {
  const row = await findStored(parts, id, owner)
  return row && storedFileOf(row)
}

/**
 * Returns the bytes of a file, after their size and SHA-256 were compared.
 *
 * @throws AppError ITEM_NOT_FOUND, FILE_UNREADABLE or UNAVAILABLE
 */
export async function readFile(
  parts: FileStoreParts,
  id: string,
  owner: string,
): Promise<FileWithBytes> {
  const { file, plaintext } = await openFile(parts, id, owner)
  const bytes = Buffer.allocUnsafe(file.size)
  let length = 0
  for await (const chunk of plaintext) {
    bytes.set(chunk, length)
    length += chunk.length
  }
  return { file, bytes }
}

/**
 * Returns a file as a stream, which fails if it is not verified at the end. Destroy it if it is not read to the end.
 *
 * @throws AppError ITEM_NOT_FOUND, FILE_UNREADABLE or UNAVAILABLE; the last two also as errors of the stream
 */
export async function streamFile(
  parts: FileStoreParts,
  id: string,
  owner: string,
): Promise<FileWithContent> {
  const { file, plaintext } = await openFile(parts, id, owner)
  // The first part is decrypted before the caller sends a status.
  const first = await plaintext.next()
  const content = Readable.from(startingWith(first, plaintext), { objectMode: false })
  content.once('close', () => void plaintext.return(undefined))
  return { file, content }
}

async function* startingWith(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return
  yield first.value
  yield* rest
}

async function openFile(parts: FileStoreParts, id: string, owner: string) {
  const row = await findStored(parts, id, owner)
  if (!row) throw new AppError('ITEM_NOT_FOUND')
  const file = storedFileOf(row)
  const identity = await parts.keys.unwrap(row, file)
  const encrypted = await parts.blobs.get(row.location, id)
  if (encrypted) return { file, plaintext: decryptFile(identity, encrypted, file) }
  if (await findStored(parts, id, owner))
    throw unreadable(`its bytes are missing in ${row.location}`)
  throw new AppError('ITEM_NOT_FOUND')
}

async function findStored(
  { rows }: Pick<FileStoreParts, 'rows'>,
  id: string,
  owner: string,
): Promise<KeyedRow | undefined> {
  const row = await rows.findOne({ _id: { $eq: id }, owner: { $eq: owner } }).lean<FileRow>()
  const { wrappedKey, keyId } = row ?? {}
  if (row?.state !== 'stored' || !wrappedKey || !keyId) return undefined
  return { ...row, wrappedKey, keyId }
}
