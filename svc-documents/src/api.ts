/** Role api: what is said over HTTP. Holds no key that signs or pays. */
import { createAuthenticator } from '@inkproof/service-kit/auth'
import { type Dependency, notWaitedFor } from '@inkproof/service-kit/dependency'
import { createEventStreams } from '@inkproof/service-kit/events'
import { createLimiter } from '@inkproof/service-kit/limit'
import { createLog, type Log } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Router } from 'express'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { anchorsRoutes } from './anchors/anchors.routes.ts'
import { isEmbedded } from './anchors/embedded-chain.ts'
import { chainFeature } from './anchors/feature.ts'
import { certificatesFeature } from './certificates/feature.ts'
import type { ApiConfig } from './config.ts'
import { anyReader } from './log/any-reader.ts'
import { headsFeature, type LogFeature, logFeature } from './log/feature.ts'
import type { HeadsSetting } from './log/heads.ts'
import { logFiles } from './log/log-files.ts'
import { personalDataFeature } from './personal-data/feature.ts'
import { shareLinks, sharesFeature } from './shares/feature.ts'

const SERVICE = 'svc-documents-api'
const API = '/api/v1'

export async function startApi(config: ApiConfig): Promise<RunningService> {
  const log = createLog(SERVICE, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log)
  const redis = openRedis(config.REDIS_URL, log)
  const streams = createEventStreams()
  const feature = logFeature(mongo.connection, redis.client, log)
  const heads = headsFeature(feature, headsSetting(config), streams, log)
  const stores = { connection: mongo.connection, redis: redis.client }
  const documents = documentFeatures(config, stores, feature, log)
  return startService({
    name: SERVICE,
    config,
    log,
    // Sessions need Redis; what anyone may read and verify does not.
    dependencies: [
      ...[mongo, notWaitedFor(redis), feature.prepared, feature.rings, heads.dependency],
      documents.unfinished,
    ],
    lateBodies: [
      [API, documents.certificates],
      personalDataFeature(mongo.connection, config.SERVICE_KEYS),
    ],
    mounts: [heads.router, ...documents.routers].map((router) => [API, router] as const),
    streams,
  })
}

function documentFeatures(
  config: ApiConfig,
  { connection, redis }: { connection: Connection; redis: Redis },
  feature: LogFeature,
  log: Log,
): { certificates: Router; routers: Router[]; unfinished: Dependency } {
  const takeLimit = createLimiter(redis, 'documents')
  const links = shareLinks(connection, config.SHARE_KEY)
  const { router, show, unfinished } = certificatesFeature({
    connection,
    logFeature: feature,
    files: logFiles(config.LOG_DIR, config.LOG_COPY_DIR ?? config.LOG_DIR),
    logKey: config.CHECKPOINT_VKEY,
    links,
    requireSession: createAuthenticator(readSessionKeys(config.SESSION_KEYS), redis),
    takeLimit,
    certificatesADay: config.CERTIFICATES_A_DAY,
    log,
  })
  const routers = [
    sharesFeature(show, links, takeLimit),
    chainFeature(config.CHAIN_URL, config.LOG_ANCHOR, takeLimit),
    anchorsRoutes({ ...show, read: anyReader(show), takeLimit }),
  ]
  return { certificates: router, routers, unfinished }
}

function headsSetting(config: ApiConfig): HeadsSetting {
  return {
    confirmationsWanted: config.CONFIRMATIONS,
    chain: {
      id: config.CHAIN_ID,
      contract: config.LOG_ANCHOR,
      operator: config.OPERATOR,
      embedded: isEmbedded(config.CHAIN_ID),
    },
  }
}
