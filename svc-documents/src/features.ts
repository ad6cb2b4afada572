/** The features of each role of svc-documents. A list compiles only if each feature follows those it needs. */
import { documentDescriptions } from '@inkproof/protocol/calls/openapi'
import type { EventStreams } from '@inkproof/service-kit/events'
import { type Composition, composeFeatures, supply } from '@inkproof/service-kit/feature'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import { withOpenApiCall } from '@inkproof/service-kit/openapi/with-openapi-call'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import type { Connection } from 'mongoose'
import { anchorWorkerFeature } from './anchors/anchor-worker.feature.ts'
import { chainFeature } from './anchors/chain.feature.ts'
import { anchorsFeature } from './anchors/feature.ts'
import { policyFeature } from './anchors/policy.feature.ts'
import { certificatesFeature } from './certificates/feature.ts'
import type { ApiConfig, LogConfig } from './config.ts'
import { appendFeature } from './log/append.feature.ts'
import { checkpointKeyFeature } from './log/checkpoint-key.feature.ts'
import { recordFeature } from './log/feature.ts'
import { headsFeature } from './log/heads.feature.ts'
import { logWorkerFeature } from './log/log-worker.feature.ts'
import { personalDataFeature } from './personal-data/feature.ts'
import {
  apiConfiguration,
  configuration,
  logConfiguration,
  metricsInput,
  platformFeature,
  redisInput,
  runtime,
  streamsInput,
} from './platform/feature.ts'
import { receiptSignerFeature, revocationReceiptsFeature } from './revocation-receipts/feature.ts'
import { nightlyCheckFeature, selfCheckFeature } from './self-check/feature.ts'
import { shareLinksFeature } from './share-links/feature.ts'
import { sharesFeature } from './shares/feature.ts'
import { stepsFeature } from './steps/feature.ts'
import { witnessesFeature } from './witnesses/feature.ts'

/** The connections that every role opens before its features are created. */
export type Connections = { connection: Connection; log: Log }

const now = () => new Date()

/** Creates the features of the `api` role. */
export function composeApi(
  config: ApiConfig,
  { redis, streams, ...connections }: Connections & { redis: RedisClient; streams: EventStreams },
): Composition {
  const features = composeFeatures([
    supply(configuration, config),
    supply(apiConfiguration, config),
    supply(runtime, { ...connections, now }),
    supply(redisInput, { redis }),
    supply(streamsInput, { streams }),
    platformFeature,
    recordFeature,
    appendFeature,
    headsFeature,
    anchorsFeature,
    chainFeature,
    shareLinksFeature,
    revocationReceiptsFeature,
    certificatesFeature,
    sharesFeature,
    stepsFeature,
    personalDataFeature,
  ])
  const calls = withOpenApiCall(features.calls, documentDescriptions, 'Inkproof documents')
  return { ...features, calls }
}

/** Creates the features of the `log` role. */
export function composeLog(
  config: LogConfig,
  { redis, metrics, ...connections }: Connections & { redis: RedisClient; metrics: Metrics },
): Composition {
  return composeFeatures([
    supply(configuration, config),
    supply(logConfiguration, config),
    supply(runtime, { ...connections, now }),
    supply(redisInput, { redis }),
    supply(metricsInput, { metrics }),
    recordFeature,
    appendFeature,
    checkpointKeyFeature,
    policyFeature,
    logWorkerFeature,
    witnessesFeature,
    anchorWorkerFeature,
    revocationReceiptsFeature,
    receiptSignerFeature,
    selfCheckFeature,
    nightlyCheckFeature,
  ])
}

/** Creates the features of the `check` role, which only reads. */
export function composeCheck(config: LogConfig, connections: Connections): Composition {
  return composeFeatures([
    supply(configuration, config),
    supply(runtime, { ...connections, now }),
    recordFeature,
    revocationReceiptsFeature,
    selfCheckFeature,
  ])
}
