/** Stores the files of signing requests so that none is left that no request refers to. */
import { newFileId } from '@inkproof/file-storage/stored-file'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Files } from './dependencies.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeFilter, EnvelopeRow, EnvelopeUpdate } from './envelopes.model.ts'

export type StoreFileDeps = {
  envelopes: Pick<EnvelopeStore, 'abandonFile' | 'change'>
  files: Files
  now: () => Date
}

/** Storing 50 MB and the update that refers to it take less. */
export const PENDING_MS = 60 * 60 * 1_000

/** A stored file, to be referred to by {@link referTo}. */
export type PendingFile = { file: string; size: number; fingerprint: string }

/** Lists a new file in the row, then stores it. @throws AppError ENVELOPE_NOT_FOUND if the row was deleted */
export async function storeFile(
  { envelopes, files, now }: StoreFileDeps,
  { _id, workspaceId }: Pick<EnvelopeRow, '_id' | 'workspaceId'>,
  bytes: Uint8Array,
  mediaType = 'application/pdf',
): Promise<PendingFile> {
  const file = newFileId()
  const until = new Date(now().getTime() + PENDING_MS)
  const row = await envelopes.change(
    _id,
    { workspaceId, isDeleted: false },
    { $push: { pendingFiles: { file, until, isAbandoned: false } }, $min: { dueAt: until } },
  )
  if (!row) throw new AppError('ENVELOPE_NOT_FOUND')
  const { sha256, size } = await files.put(bytes, {
    id: file,
    owner: workspaceId,
    mediaType,
  })
  return { file, size, fingerprint: sha256 }
}

/**
 * Changes the row if the condition holds, and takes the files off the list of pending ones. Otherwise deletes the files, and
 * returns undefined.
 */
export async function referTo(
  { envelopes, files }: StoreFileDeps,
  { _id, workspaceId }: Pick<EnvelopeRow, '_id' | 'workspaceId'>,
  pending: PendingFile | readonly PendingFile[],
  condition: EnvelopeFilter,
  update: EnvelopeUpdate,
): Promise<EnvelopeRow | undefined> {
  const ids = [pending].flat().map(({ file }) => file)
  const arePending = ids.map((file) => ({
    pendingFiles: { $elemMatch: { file, isAbandoned: false } },
  }))
  const isPending = { $and: [condition, ...arePending] }
  const row = await envelopes.change(_id, isPending, {
    ...update,
    $pull: { pendingFiles: { file: { $in: ids } } },
  })
  // If this fails, the job does it later.
  if (!row)
    await Promise.all(ids.map((file) => files.remove(file, workspaceId).catch(() => undefined)))
  return row
}

/** Deletes the files that were not referred to in time. */
export async function removeForgottenFiles(
  { envelopes, files, now }: StoreFileDeps,
  { _id, pendingFiles, workspaceId }: EnvelopeRow,
): Promise<void> {
  for (const { file, until } of pendingFiles) {
    if (until > now()) continue
    // From now on no update can refer to it. It stays in the list until it is deleted.
    await envelopes.abandonFile(_id, file)
    await files.remove(file, workspaceId)
    await envelopes.change(_id, {}, { $pull: { pendingFiles: { file } } })
  }
}
