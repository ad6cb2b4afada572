import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { readServiceIdentity, readServiceKeys } from '@inkproof/service-kit/service-keys'
import type { Config } from '../config.ts'
import { type PersonalDataServices, personalDataServices } from './personal-data-services.ts'
import { serviceUrls } from './personal-data-settings.ts'
import { serviceHealth } from './service-health.ts'

export type PersonalDataNeeds = {
  config: Pick<Config, 'SERVICE_KEY' | 'SERVICE_KEYS' | 'PERSONAL_DATA_SERVICES'>
  metrics: Metrics
  log: Log
  now: () => Date
}

/** The other services that keep data about people, and how they are. */
export function personalDataFeature({ config, metrics, log, now }: PersonalDataNeeds): {
  personalData: PersonalDataServices
  parts: Dependency[]
} {
  const urls = serviceUrls(config.PERSONAL_DATA_SERVICES)
  const keys = readServiceKeys(config.SERVICE_KEYS)
  const identity = readServiceIdentity('svc-auth', config.SERVICE_KEY, keys)
  const services = [...urls.keys()]
  const { onResult, dependencies } = serviceHealth(services, {
    registry: metrics.registry,
    log,
    now,
  })
  const client = createServiceClient(identity, urls)
  return {
    personalData: personalDataServices({ client, services, onResult }),
    parts: dependencies,
  }
}
