import { quotaCalls } from '@inkproof/protocol/calls/quotas'
import { consumeQuota } from '@inkproof/protocol/internal'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { configuration, runtime } from '../platform/feature.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { quotaUseModel } from './quota-uses.model.ts'
import { createQuotas } from './quotas.ts'

/** The name under which other services call this one. */
const SERVICE = 'svc-auth'

/** What workspaces may use in a month, for all services. */
export const quotasFeature = defineFeature({
  name: 'quotas',
  needs: {
    ...from(configuration, 'SERVICE_KEYS', 'QUOTA_A_MONTH'),
    ...from(runtime, 'connection', 'now'),
    ...from(workspacesFeature, 'endings'),
  },
  create: ({ SERVICE_KEYS, QUOTA_A_MONTH: limit, connection, endings, now }) => {
    const quotas = createQuotas({ uses: quotaUseModel(connection), limit, now })
    endings.push(quotas.forget)
    const handler = handleInternalCall(consumeQuota, async (use) => ({
      isWithin: await quotas.consume(use),
      quota: await quotas.read(use.workspaceId),
    }))
    return {
      calls: implement(quotaCalls, {
        showQuota: ({ session }) => quotas.read(session.workspaceId),
      }),
      routes: [internalRoutes(SERVICE, readServiceKeys(SERVICE_KEYS), [handler])],
    }
  },
})
