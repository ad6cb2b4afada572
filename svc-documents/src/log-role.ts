/** Role log: builds the tree, signs it, anchors it. The only process that has the keys for that. */
import { formatVkey, parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import type { PolicyJson } from '@inkproof/proof/policy'
import { type Dependency, notWaitedFor } from '@inkproof/service-kit/dependency'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import { isEmbedded } from './anchors/embedded-chain.ts'
import { type AnchorSettings, anchorFeature, operatorOf } from './anchors/feature.ts'
import type { Place } from './anchors/observe.ts'
import { certificateStore } from './certificates/certificate-store.ts'
import { certificateModel } from './certificates/certificates.model.ts'
import type { LogConfig } from './config.ts'
import { logFeature, logWorkerFeature } from './log/feature.ts'
import { type LogFiles, logFiles } from './log/log-files.ts'
import { POLICY_PATH, policyFile } from './log/policy.ts'
import { measureLog } from './metrics.ts'
import { nightlyCheck } from './nightly-check.ts'
import { selfCheck } from './self-check.ts'

const SERVICE = 'svc-documents-log'

export async function startLog(config: LogConfig): Promise<RunningService> {
  const key = checkpointKey(config)
  const log = createLog(SERVICE, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log)
  const redis = openRedis(config.REDIS_URL, log)
  const feature = logFeature(mongo.connection, redis.client, log)
  const files = logFiles(config.LOG_DIR, config.LOG_COPY_DIR)
  const record = logWorkerFeature(feature, {
    files,
    key,
    log,
    maySign: () => anchors.maySign(),
    onGrown: () => {
      feature.rings.ring('heads')
      anchors.ring()
    },
  })
  const { connection } = mongo
  const anchors = anchorFeature(
    { connection, logFeature: feature, files, key, log, tree: record.tree, onDoubt: record.doubt },
    anchorSettings(config),
  )
  const metrics = createMetrics(SERVICE)
  measureLog(metrics.registry, feature, record.tree)
  const certificates = certificateStore(certificateModel(connection))
  const checked = nightlyCheck({
    check: () => selfCheck({ ...feature, files, certificates }),
    log,
    registry: metrics.registry,
  })
  const served = servedFiles(files, policyOf(config, key))
  const { prepared, rings } = feature
  // Redis only carries wake-up notifications; without it, everything continues by polling.
  const ringing = notWaitedFor(redis)
  return startService({
    name: SERVICE,
    config,
    log,
    dependencies: [mongo, ringing, prepared, served, rings, record, anchors, checked],
    mounts: [],
    metrics,
  })
}

function anchorSettings(config: LogConfig): AnchorSettings {
  return {
    chainUrl: config.CHAIN_URL,
    place: placeOf(config),
    anchorKey: config.ANCHOR_KEY,
    anchorMs: config.ANCHOR_MS,
    feeCapGwei: config.FEE_CAP_GWEI,
    confirmationsWanted: config.CONFIRMATIONS,
  }
}

function policyOf(config: LogConfig, key: SignerKey): PolicyJson {
  return {
    origin: key.name,
    logKey: formatVkey(key),
    ...placeOf(config),
    embedded: isEmbedded(config.CHAIN_ID),
  }
}

function placeOf(config: LogConfig): Place {
  return {
    chainId: config.CHAIN_ID,
    contract: config.LOG_ANCHOR,
    operator: operatorOf(config.ANCHOR_KEY),
  }
}

/** @throws Error that names the variable and never the key */
function checkpointKey(config: LogConfig): SignerKey {
  const key = parsePrivateKey(config.CHECKPOINT_KEY)
  if (config.LOG_ORIGIN !== undefined && key.name !== config.LOG_ORIGIN)
    throw new Error(
      'svc-documents log cannot start: CHECKPOINT_KEY is named for another LOG_ORIGIN',
    )
  return key
}

/** The folder served by the gateway, with the policy in it. */
function servedFiles(files: LogFiles, policy: PolicyJson): Dependency {
  return {
    name: 'log files',
    prepare: () => files.write(policyFile(policy)),
    check: async () => void (await files.read(POLICY_PATH)),
    close: async () => undefined,
  }
}
