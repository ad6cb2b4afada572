import { StartRefused } from '@inkproof/service-kit/dependency'
import type { KeyedRow } from './file-row.model.ts'
import type { FileStoreParts } from './parts.ts'

const BATCH = 100

/**
 * Encrypts the keys of all files with the current key of the installation, so that its other keys can be removed. Changes
 * rows only: the bytes of files stay as they are. Several instances may do it at once.
 *
 * @param stopping ends the run after the current row
 * @returns how many rows this run has changed
 * @throws AppError FILE_UNREADABLE, after the other files were changed
 */
export async function rewrap(parts: FileStoreParts, stopping?: AbortSignal): Promise<number> {
  const [, ...oldKeyIds] = await parts.keys.keyIds()
  const errors: unknown[] = []
  let changed = 0
  for (const keyId of oldKeyIds) {
    for await (const row of findByKey(parts, keyId)) {
      if (stopping?.aborted) return changed
      try {
        if (await rewrapRow(parts, row)) changed += 1
      } catch (error) {
        errors.push(error)
      }
    }
  }
  if (errors.length > 0) throw errors[0]
  return changed
}

/**
 * Checks that the keys of all files are configured.
 *
 * @throws StartRefused that names the missing ones, by their public parts
 */
export async function requireKeys({ rows, keys }: FileStoreParts): Promise<void> {
  const configured = new Set(await keys.keyIds())
  const used = await rows.distinct('keyId')
  const missing = used.filter((keyId) => typeof keyId === 'string' && !configured.has(keyId))
  if (missing.length === 0) return
  throw new StartRefused(
    `FILE_KEYS lacks keys of stored files: those of ${missing.join(', ')}. Add them after the current key.`,
  )
}

/** In the order of the IDs, so that a row that cannot be changed does not end the loop. */
async function* findByKey({ rows }: FileStoreParts, keyId: string): AsyncGenerator<KeyedRow> {
  let after = ''
  for (;;) {
    const batch = await rows
      .find({ keyId, state: 'stored', _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<KeyedRow[]>()
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)?._id ?? ''
  }
}

async function rewrapRow({ rows, keys }: FileStoreParts, row: KeyedRow): Promise<boolean> {
  const { _id, keyId } = row
  const { modifiedCount } = await rows.updateOne(
    { _id, state: 'stored', keyId },
    { $set: await keys.rewrap(row) },
  )
  return modifiedCount === 1
}
