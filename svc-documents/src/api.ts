/** Role api: what is said over HTTP. Holds no key that signs or pays. */
import { parseVkey } from '@inkproof/proof/note'
import { createAuthenticator } from '@inkproof/service-kit/auth'
import { notWaitedFor } from '@inkproof/service-kit/dependency'
import { createEventStreams } from '@inkproof/service-kit/events'
import { createLimiter } from '@inkproof/service-kit/limit'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Router } from 'express'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { chainRoutes } from './anchors/chain.routes.ts'
import { isEmbedded } from './anchors/embedded-chain.ts'
import { nodeAt } from './anchors/node.ts'
import { certificateStore } from './certificates/certificate-store.ts'
import { certificateModel } from './certificates/certificates.model.ts'
import { certificatesRoutes } from './certificates/certificates.routes.ts'
import { shareLinkOf } from './certificates/share-link.ts'
import type { ApiConfig } from './config.ts'
import { headsFeature, type LogFeature, logFeature } from './log/feature.ts'
import type { HeadsSetting } from './log/heads.ts'
import { logFiles } from './log/log-files.ts'
import { shareStore } from './shares/share-store.ts'
import { shareModel } from './shares/shares.model.ts'
import { sharesRoutes } from './shares/shares.routes.ts'

const SERVICE = 'svc-documents-api'
/** A thousand requests to certify at once, with room for long notes. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024

export async function startApi(config: ApiConfig): Promise<RunningService> {
  const log = createLog(SERVICE, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log)
  const redis = openRedis(config.REDIS_URL, log)
  const streams = createEventStreams()
  const feature = logFeature(mongo.connection, redis.client, log)
  const heads = headsFeature(feature, headsSetting(config), streams, log)
  const routers = documentRouters(
    config,
    { connection: mongo.connection, redis: redis.client },
    feature,
  )
  return startService({
    name: SERVICE,
    config,
    log,
    // Sessions need Redis; what anyone may read and verify does not.
    dependencies: [mongo, notWaitedFor(redis), feature.prepared, feature.rings, heads.dependency],
    mounts: [heads.router, ...routers].map((router) => ['/api/v1', router] as const),
    streams,
    bodyLimitBytes: BODY_LIMIT_BYTES,
  })
}

function documentRouters(
  config: ApiConfig,
  stores: { connection: Connection; redis: Redis },
  { heads, appender, store }: LogFeature,
): Router[] {
  const shareKey = Buffer.from(config.SHARE_KEY, 'base64url')
  const shares = shareStore(shareModel(stores.connection))
  const linkOf = (certificateId: string) => shareLinkOf(shareKey, certificateId)
  const files = logFiles(config.LOG_DIR, config.LOG_COPY_DIR ?? config.LOG_DIR)
  const takeLimit = createLimiter(stores.redis, 'documents')
  const deps = {
    certificates: certificateStore(certificateModel(stores.connection)),
    shares,
    shareLinkOf: linkOf,
    certificateIdOf: shares.certificateIdOf,
    createShares: (ids: readonly string[]) =>
      shares.create(ids.map((id) => ({ shareLink: linkOf(id), certificateId: id }))),
    append: appender.append,
    signedSize: async () => (await heads.read()).size,
    readHeads: heads.read,
    read: files.read,
    readCopy: files.readCopy,
    entriesAt: store.bytesAt,
    indexesOf: store.indexesOf,
    logKey: config.CHECKPOINT_VKEY,
    origin: parseVkey(config.CHECKPOINT_VKEY).name,
    requireSession: createAuthenticator(readSessionKeys(config.SESSION_KEYS), stores.redis),
    takeLimit,
    now: () => new Date(),
  }
  const rpc = nodeAt(config.CHAIN_URL)
  return [
    certificatesRoutes(deps),
    sharesRoutes(deps),
    chainRoutes({ rpc, contract: config.LOG_ANCHOR, takeLimit }),
  ]
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
