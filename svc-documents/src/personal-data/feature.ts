/** Runs in the `api` role. Handles other services' requests about personal data. */
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall } from '@inkproof/service-kit/internal-routes'
import { certificateModel } from '../certificates/certificates.model.ts'
import { revocationIntentModel } from '../certificates/revocation-intents.model.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { readPersonalDataPage } from './personal-data.ts'
import { personalDataStore } from './personal-data-store.ts'

export const personalDataFeature = defineFeature({
  name: 'personal-data',
  needs: {
    ...from(runtime, 'connection'),
    ...from(platformFeature, 'idempotencyStore', 'answerServices'),
  },
  create: ({ connection, idempotencyStore, answerServices }) => {
    const store = personalDataStore(certificateModel(connection), revocationIntentModel(connection))
    const routes = answerServices(
      handleInternalCall(accountEnded, async ({ accountId }) => {
        await idempotencyStore.removeAllOf(accountId)
        return { done: await store.unlink(accountId) }
      }),
      // Certificates contain only a workspace's ID, not its name or members; the ID of a deleted workspace
      // identifies no one.
      handleInternalCall(workspaceChanged, async () => ({ done: true })),
      handleInternalCall(personalData, ({ accountId, after }) =>
        readPersonalDataPage(store, accountId, after),
      ),
    )
    return { routes: [routes] }
  },
})
