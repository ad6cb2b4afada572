import type { Certificates, StoredRow } from '../certificates/certificates.model.ts'
import type { RevocationIntents } from '../certificates/revocation-intents.model.ts'
import type { PersonalDataStore } from './personal-data.ts'

/** Replaces the ID of a deleted account; no account has this ID. */
const DELETED_ACCOUNT_ID = 'ended'

/** Limits the duration of a call on a slow database; the caller repeats the call for the remaining rows. */
const MAX_ROWS_PER_CALL = 5_000
const BATCH_SIZE = 250

export function personalDataStore(
  certificates: Certificates,
  intents: RevocationIntents,
): PersonalDataStore {
  return {
    unlink: async (accountId) => {
      // Rows are created from intents, so intents are unlinked first.
      await unlinkIn(intents, { accountId })
      for (let done = 0; done < MAX_ROWS_PER_CALL; done += BATCH_SIZE) {
        const rows = await certificates
          .find({ accountId }, { _id: 1 })
          .limit(BATCH_SIZE)
          .lean<Pick<StoredRow, '_id'>[]>()
        if (rows.length === 0) return true
        await unlinkIn(certificates, { _id: { $in: rows.map(({ _id }) => _id) }, accountId })
      }
      return false
    },
    rowsOf: (accountId, after, limit) =>
      certificates
        .find({ accountId, index: { $gt: after } })
        .sort({ index: 1 })
        .limit(limit)
        .lean<StoredRow[]>(),
  }
}

type UpdatableModel = {
  collection: { updateMany(filter: object, change: object): Promise<unknown> }
}

/** Uses the driver directly, because the field is immutable in the model. */
async function unlinkIn({ collection }: UpdatableModel, filter: object): Promise<void> {
  await collection.updateMany(filter, { $set: { accountId: DELETED_ACCOUNT_ID } })
}
