/** Runs in the `log` role. Collects and stores the cosignatures of witnesses. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { logConfiguration, metricsInput, runtime } from '../platform/feature.ts'
import { createCosignatureCollector } from './collect-cosignatures.ts'
import { cosignatureStore } from './cosignature-store.ts'
import { cosignatureModels } from './cosignatures.model.ts'
import { registerWitnessMetrics } from './metrics.ts'

export const witnessesFeature = defineFeature({
  name: 'witnesses',
  needs: {
    ...from(logConfiguration, 'WITNESSES'),
    ...from(runtime, 'connection', 'log', 'now'),
    ...from(metricsInput, 'metrics'),
    ...from(recordFeature, 'files'),
  },
  create: ({ WITNESSES, connection, metrics, files, ...needs }) => ({
    provides: {
      cosignatures: createCosignatureCollector({
        ...needs,
        policy: WITNESSES,
        store: cosignatureStore(cosignatureModels(connection)),
        read: createFallbackReader(files),
        metrics: registerWitnessMetrics(metrics.registry),
      }),
    },
  }),
})
