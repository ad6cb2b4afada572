import { declareInputs } from '@inkproof/service-kit/feature'
import type { ConsumeLimit } from '@inkproof/service-kit/limit'
import type { Metrics } from '@inkproof/service-kit/metrics'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import type { Library } from './pages/library.ts'

/**
 * The inputs of svc-content's features. `origin` is the installation's public origin, without a trailing slash;
 * `securityContacts` are URIs; `releasesFolder` is the folder of the released shell and slices.
 */
export type Inputs = {
  library: Library
  origin: string
  securityContacts: readonly string[]
  releasesFolder: string
  redis: RedisClient
  consumeLimit: ConsumeLimit
  metrics: Pick<Metrics, 'registry'>
  now: () => Date
}

export const inputs = declareInputs<Inputs>()('inputs')
