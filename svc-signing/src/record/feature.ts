import { defineFeature, from } from '@inkproof/service-kit/feature'
import { platformFeature, runtime } from '../platform/feature.ts'
import { createAccounts } from './accounts.ts'
import { createBrandings } from './brandings.ts'
import { createPublicRecord } from './record.ts'

export type { Contact, FindPasskey } from './accounts.ts'
export type { PublicRecord } from './record.ts'

/** Calls the services that keep the public record and the accounts. */
export const recordFeature = defineFeature({
  name: 'record',
  needs: { ...from(runtime, 'now'), ...from(platformFeature, 'services') },
  create: ({ now, services }) => ({
    provides: {
      record: createPublicRecord(services),
      accounts: createAccounts(services),
      brandings: createBrandings(services, now),
    },
  }),
})
