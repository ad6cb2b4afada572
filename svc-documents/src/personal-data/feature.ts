/** What other services may ask about the people of this service. */
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import type { Mount } from '@inkproof/service-kit/http'
import { answerInternal, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import type { Connection } from 'mongoose'
import { certificateModel } from '../certificates/certificates.model.ts'
import { revocationIntentModel } from '../certificates/revocation-intents.model.ts'
import { personalDataPage } from './personal-data.ts'
import { personalDataStore } from './personal-data-store.ts'

/** The name under which other services call this one. */
const SERVICE = 'svc-documents'

/**
 * Role api.
 *
 * @param serviceKeys SERVICE_KEYS as it is configured
 */
export function personalDataFeature(connection: Connection, serviceKeys: string): Mount {
  const store = personalDataStore(certificateModel(connection), revocationIntentModel(connection))
  return internalRoutes(SERVICE, readServiceKeys(serviceKeys), [
    answerInternal(accountEnded, async ({ accountId }) => ({
      done: await store.unlink(accountId),
    })),
    // Certificates carry a workspace's id and neither its name nor its members; of a workspace that has
    // ended, the id leads to nobody.
    answerInternal(workspaceChanged, async () => ({ done: true })),
    answerInternal(personalData, ({ accountId, after }) =>
      personalDataPage(store, accountId, after),
    ),
  ])
}
