import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { readServiceIdentity, readServiceKeys } from '@inkproof/service-kit/service-keys'
import { configuration, runtime } from '../platform/feature.ts'
import { createPersonalDataServices } from './personal-data-services.ts'
import { parseServiceUrls } from './personal-data-settings.ts'
import { createServiceHealth } from './service-health.ts'

/** Notifies and queries the other services that store data about people, and reports their health. */
export const personalDataFeature = defineFeature({
  name: 'personal-data',
  needs: {
    ...from(configuration, 'SERVICE_KEY', 'SERVICE_KEYS', 'PERSONAL_DATA_SERVICES'),
    ...from(runtime, 'metrics', 'log', 'now'),
  },
  create: ({ SERVICE_KEY, SERVICE_KEYS, PERSONAL_DATA_SERVICES, metrics, log, now }) => {
    const urls = parseServiceUrls(PERSONAL_DATA_SERVICES)
    const identity = readServiceIdentity('svc-auth', SERVICE_KEY, readServiceKeys(SERVICE_KEYS))
    const services = [...urls.keys()]
    const { registry } = metrics
    const { onResult, dependencies } = createServiceHealth(services, { registry, log, now })
    const client = createServiceClient(identity, urls)
    return {
      jobs: dependencies,
      provides: { personalData: createPersonalDataServices({ client, services, onResult, log }) },
    }
  },
})
