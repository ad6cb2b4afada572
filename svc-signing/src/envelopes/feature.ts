/** Signing requests: drafts, starting, signing, ending, and the work until the finished document is there. */
import { envelopeCalls } from '@inkproof/protocol/calls/envelopes'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { authorityFeature } from '../authority/feature.ts'
import { filesFeature } from '../files/feature.ts'
import { pdfFeature } from '../pdf/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { recordFeature } from '../record/feature.ts'
import { createAdmission } from './admission.ts'
import { envelopeHandlers } from './envelope-handlers.http.ts'
import { createEnvelopeJob } from './envelope-jobs.ts'
import { envelopeStore } from './envelope-store.ts'
import { envelopeModel } from './envelopes.model.ts'

export const envelopesFeature = defineFeature({
  name: 'envelopes',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN', 'ENVELOPES_A_DAY'),
    ...from(runtime, 'connection', 'log', 'now'),
    ...from(platformFeature, 'consumeLimit'),
    ...from(filesFeature, 'files'),
    ...from(pdfFeature, 'pdf'),
    ...from(authorityFeature, 'authority'),
    ...from(recordFeature, 'record', 'accounts'),
  },
  create: ({ accounts, connection, ...needs }) => {
    const deps = { ...needs, envelopes: envelopeStore(envelopeModel(connection)) }
    const job = createEnvelopeJob(deps)
    const handlers = envelopeHandlers({
      ...deps,
      contact: accounts.contact,
      admit: createAdmission(needs),
      wakeJob: job.wake,
    })
    return { calls: implement(envelopeCalls, handlers), jobs: [job] }
  },
})
