/** The queries for revocations in progress. */
import { insertMissing } from '@inkproof/service-kit/insert-many'
import type { RevocationIntent, RevocationIntents } from './revocation-intents.model.ts'

export type RevocationIntentStore = {
  /** Stores the intent if there is none; returns the one that is stored afterwards. */
  claim(intent: RevocationIntent): Promise<RevocationIntent>
  /** Deletes this intent; another one under its ID remains. */
  drop(intent: RevocationIntent): Promise<void>
  /** Returns some of the stored intents. */
  some(): Promise<RevocationIntent[]>
}

const AT_A_TIME = 250

export function revocationIntentStore(model: RevocationIntents): RevocationIntentStore {
  return {
    claim: (intent) => claim(model, intent),
    drop: async ({ _id, leafHash }) => {
      await model.deleteOne({ _id, leafHash })
    },
    some: () => model.find().limit(AT_A_TIME).lean<RevocationIntent[]>(),
  }
}

async function claim(
  model: RevocationIntents,
  intent: RevocationIntent,
): Promise<RevocationIntent> {
  for (;;) {
    if (await insertMissing(model, [intent])) return intent
    const standing = await model.findOne({ _id: intent._id }).lean<RevocationIntent>()
    // It may have been completed and deleted between the two reads.
    if (standing) return standing
  }
}
