/** What revoking asks of the revocations that are under way. */
import { insertMissing } from '@inkproof/service-kit/insert-many'
import type { RevocationIntent, RevocationIntents } from './revocation-intents.model.ts'

export type RevocationIntentStore = {
  /** Answers the intent that stands now: this one, or whichever was there before. */
  claim(intent: RevocationIntent): Promise<RevocationIntent>
  /** Takes this intent away; another one under its id stays. */
  drop(intent: RevocationIntent): Promise<void>
  /** Some of those that stand. */
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
    // It may have been finished and taken away between the two looks.
    if (standing) return standing
  }
}
