/** Database queries for revocations in progress. */
import { insertMissing } from '@inkproof/service-kit/insert-many'
import type { RevocationIntent, RevocationIntents } from './revocation-intents.model.ts'

export type RevocationIntentStore = {
  /** Stores the intent unless there is one already. Returns the stored one. */
  claim(intent: RevocationIntent): Promise<RevocationIntent>
  /** Deletes this intent, but not a different one with the same ID. */
  drop(intent: RevocationIntent): Promise<void>
  /** Returns a batch of the stored intents. */
  nextBatch(): Promise<RevocationIntent[]>
}

const BATCH_SIZE = 250

export function revocationIntentStore(model: RevocationIntents): RevocationIntentStore {
  return {
    claim: (intent) => claim(model, intent),
    drop: async ({ _id, leafHash }) => {
      await model.deleteOne({ _id, leafHash })
    },
    nextBatch: () => model.find().limit(BATCH_SIZE).lean<RevocationIntent[]>(),
  }
}

async function claim(
  model: RevocationIntents,
  intent: RevocationIntent,
): Promise<RevocationIntent> {
  for (;;) {
    if (await insertMissing(model, [intent])) return intent
    const existing = await model.findOne({ _id: intent._id }).lean<RevocationIntent>()
    // The existing intent may have been completed and deleted between the two queries.
    if (existing) return existing
  }
}
