/** Runs in the `api` role. Records and proves the steps of signing requests for the service that manages these. */
import { appendSteps, describeRecord, proveStep } from '@inkproof/protocol/internal'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall } from '@inkproof/service-kit/internal-routes'
import { anchorsFeature } from '../anchors/feature.ts'
import { appendFeature } from '../log/append.feature.ts'
import { recordFeature } from '../log/feature.ts'
import { apiConfiguration, configuration, platformFeature } from '../platform/feature.ts'
import { recordSteps } from './record-steps.ts'
import { findStepProof } from './step-proof.ts'

export const stepsFeature = defineFeature({
  name: 'steps',
  needs: {
    ...from(configuration, 'CHAIN_ID'),
    ...from(apiConfiguration, 'LOG_ORIGIN'),
    ...from(platformFeature, 'answerServices'),
    ...from(recordFeature, 'entries', 'heads'),
    ...from(appendFeature, 'appender'),
    ...from(anchorsFeature, 'proveDeps'),
  },
  create: ({ CHAIN_ID, LOG_ORIGIN, answerServices, entries, heads, appender, proveDeps }) => {
    const recordDeps = {
      entriesAt: entries.bytesAt,
      barrier: heads.barrier,
      append: appender.append,
    }
    const proofDeps = { ...proveDeps, indexesOf: entries.indexesOf }
    const routes = answerServices(
      handleInternalCall(appendSteps, async ({ openings }) => ({
        indexes: await recordSteps(recordDeps, openings),
      })),
      handleInternalCall(proveStep, ({ opening }) => findStepProof(proofDeps, opening)),
      handleInternalCall(describeRecord, async () => ({ origin: LOG_ORIGIN, chainId: CHAIN_ID })),
    )
    return { routes: [routes] }
  },
})
