/** The features of svc-signing. Each must come after the features it needs; otherwise the list does not compile. */
import { signingDescriptions } from '@inkproof/protocol/calls/openapi'
import { type Composition, composeFeatures, supply } from '@inkproof/service-kit/feature'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import { withOpenApiCall } from '@inkproof/service-kit/openapi/with-openapi-call'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import type { Connection } from 'mongoose'
import { addressBookFeature } from './address-book/feature.ts'
import { authorityFeature } from './authority/feature.ts'
import type { Config } from './config.ts'
import { envelopesFeature } from './envelopes/feature.ts'
import { filesFeature } from './files/feature.ts'
import { linkSecretsFeature } from './link-secrets/feature.ts'
import { mailsFeature } from './mails/feature.ts'
import { messagesFeature } from './messages/feature.ts'
import { officeFilesFeature } from './office-files/feature.ts'
import { pdfFeature } from './pdf/feature.ts'
import { pendingFeature } from './pending/feature.ts'
import { personalDataFeature } from './personal-data/feature.ts'
import { configuration, platformFeature, runtime } from './platform/feature.ts'
import { recordFeature } from './record/feature.ts'
import { signingLinksFeature } from './signing-links/feature.ts'

/** The connections of the process. Tests pass their own clock (`now`) and path of the program for PDF files (`pdfProgram`). */
export type ProcessResources = {
  redis: RedisClient
  connection: Connection
  log: Log
  metrics: Metrics
  now?: () => Date
  pdfProgram?: string
}

/** Creates all features of svc-signing. */
export function composeSigning(
  config: Config,
  { now = () => new Date(), pdfProgram, ...resources }: ProcessResources,
): Composition {
  const features = composeFeatures([
    supply(configuration, config),
    supply(runtime, { ...resources, now, pdfProgram }),
    platformFeature,
    filesFeature,
    authorityFeature,
    pdfFeature,
    officeFilesFeature,
    recordFeature,
    messagesFeature,
    linkSecretsFeature,
    addressBookFeature,
    envelopesFeature,
    mailsFeature,
    signingLinksFeature,
    pendingFeature,
    personalDataFeature,
  ])
  const calls = withOpenApiCall(features.calls, signingDescriptions, 'Inkproof signing')
  return { ...features, calls }
}
