import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { startService } from '@inkproof/service-kit/service'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { readConfig } from './config.ts'
import { composeAuth } from './features.ts'
import { platformFeature, runtime } from './platform/feature.ts'

const config = readConfig()
const log = createLog('svc-auth', config.LOG_LEVEL)
const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
const features = composeAuth(config, { redis: redis.client, connection: mongo.connection, log })
const service = startService({
  name: 'svc-auth',
  config,
  log,
  dependencies: [redis, mongo, ...features.jobs],
  calls: features.calls,
  guards: features.providedBy(platformFeature).guards,
  mounts: features.routes,
  metrics: features.providedBy(runtime).metrics,
})
stopOnSignals(service, log)
await service
