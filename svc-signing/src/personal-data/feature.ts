/** Handles other services' requests about personal data. */
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { addressBookFeature } from '../address-book/feature.ts'
import { envelopeStore } from '../envelopes/envelope-store.ts'
import { envelopeModel } from '../envelopes/envelopes.model.ts'
import { filesFeature } from '../files/feature.ts'
import { signingMailModel } from '../mails/signing-mails.model.ts'
import { configuration, platformFeature, runtime, SERVICE } from '../platform/feature.ts'
import { endAccount, endWorkspace, readPersonalDataPage } from './personal-data.ts'
import { personalDataStore } from './personal-data-store.ts'

export const personalDataFeature = defineFeature({
  name: 'personal-data',
  needs: {
    ...from(configuration, 'SERVICE_KEYS'),
    ...from(runtime, 'connection', 'now'),
    ...from(platformFeature, 'idempotencyStore'),
    ...from(filesFeature, 'files'),
    ...from(addressBookFeature, 'addressBook'),
  },
  create: ({ SERVICE_KEYS, connection, now, idempotencyStore, files, addressBook }) => {
    const model = envelopeModel(connection)
    const store = personalDataStore({
      model,
      mails: signingMailModel(connection),
      envelopes: envelopeStore(model),
      addressBook,
      files,
      now,
    })
    const handlers = [
      handleInternalCall(accountEnded, async ({ accountId }) => {
        await idempotencyStore.removeAllOf(accountId)
        return { done: await endAccount(store, accountId) }
      }),
      handleInternalCall(workspaceChanged, async ({ workspaceId, ended }) => ({
        done: !ended || (await endWorkspace(store, workspaceId)),
      })),
      handleInternalCall(personalData, ({ accountId, after }) =>
        readPersonalDataPage(store, accountId, after),
      ),
    ]
    return { routes: [internalRoutes(SERVICE, readServiceKeys(SERVICE_KEYS), handlers)] }
  },
})
