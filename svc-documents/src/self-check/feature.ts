/** Compares all stored data with the signed state of the record. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { certificateStore } from '../certificates/certificate-store.ts'
import { certificateModel } from '../certificates/certificates.model.ts'
import { recordFeature } from '../log/feature.ts'
import { metricsInput, runtime } from '../platform/feature.ts'
import { revocationReceiptsFeature } from '../revocation-receipts/feature.ts'
import { nightlyCheck } from './nightly-check.ts'
import { selfCheck } from './self-check.ts'

export const selfCheckFeature = defineFeature({
  name: 'self-check',
  needs: {
    ...from(runtime, 'connection', 'now'),
    ...from(recordFeature, 'entries', 'heads', 'files'),
    ...from(revocationReceiptsFeature, 'receipts'),
  },
  create: ({ connection, now, entries, ...needs }) => {
    const certificates = certificateStore(certificateModel(connection))
    const check = () => selfCheck({ ...needs, store: entries, certificates, now })
    return { provides: { check } }
  },
})

/** Runs in the `log` role. Runs the self-check each night. */
export const nightlyCheckFeature = defineFeature({
  name: 'nightly check',
  needs: {
    ...from(runtime, 'log'),
    ...from(metricsInput, 'metrics'),
    ...from(selfCheckFeature, 'check'),
  },
  create: ({ log, metrics, check }) => ({
    jobs: [nightlyCheck({ check, log, registry: metrics.registry })],
  }),
})
