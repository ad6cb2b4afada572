/** Runs in the `api` role. Handles other services' requests about personal data. */
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { certificateModel } from '../certificates/certificates.model.ts'
import { revocationIntentModel } from '../certificates/revocation-intents.model.ts'
import { apiConfiguration, platformFeature, runtime } from '../platform/feature.ts'
import { readPersonalDataPage } from './personal-data.ts'
import { personalDataStore } from './personal-data-store.ts'

/** The name under which other services call this one. */
const SERVICE = 'svc-documents'

export const personalDataFeature = defineFeature({
  name: 'personal-data',
  needs: {
    ...from(apiConfiguration, 'SERVICE_KEYS'),
    ...from(runtime, 'connection'),
    ...from(platformFeature, 'idempotencyStore'),
  },
  create: ({ SERVICE_KEYS, connection, idempotencyStore }) => {
    const store = personalDataStore(certificateModel(connection), revocationIntentModel(connection))
    const handlers = [
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
    ]
    return { routes: [internalRoutes(SERVICE, readServiceKeys(SERVICE_KEYS), handlers)] }
  },
})
