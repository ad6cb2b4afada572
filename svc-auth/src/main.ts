import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { startService } from '@inkproof/service-kit/service'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { readConfig } from './config.ts'
import { features } from './features.ts'

const config = readConfig()
const log = createLog('svc-auth', config.LOG_LEVEL)
const redis = openRedis(config.REDIS_URL, log)
const mongo = openMongo(config.MONGO_URL, log)
const stores = { redis: redis.client, connection: mongo.connection }
const { parts, ...routes } = features(config, stores, log)
const service = await startService({
  name: 'svc-auth',
  config,
  log,
  dependencies: [redis, mongo, ...parts],
  ...routes,
})
stopOnSignals(service, log)
