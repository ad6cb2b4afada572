/** What waits for a person and for others, and how a person opens what was sent to their own address. */
import { pendingCalls } from '@inkproof/protocol/calls/pending-requests'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { envelopeModel } from '../envelopes/envelopes.model.ts'
import { envelopesFeature } from '../envelopes/feature.ts'
import { linkSecretsFeature } from '../link-secrets/feature.ts'
import { runtime } from '../platform/feature.ts'
import { recordFeature } from '../record/feature.ts'
import { pendingHandlers } from './pending-handlers.http.ts'
import { pendingStore } from './pending-store.ts'

export const pendingFeature = defineFeature({
  name: 'pending',
  needs: {
    ...from(runtime, 'connection', 'now'),
    ...from(recordFeature, 'accounts'),
    ...from(linkSecretsFeature, 'linkSecrets'),
    ...from(envelopesFeature, 'envelopes'),
  },
  create: ({ accounts, connection, ...needs }) => {
    const pending = pendingStore(envelopeModel(connection))
    const handlers = pendingHandlers({ ...needs, pending, contact: accounts.contact })
    return { calls: implement(pendingCalls, handlers) }
  },
})
