/** Signing requests: drafts, starting, signing, ending, and the work until the finished document is there. */
import { envelopeCalls } from '@inkproof/protocol/calls/envelopes'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createKeyedQueue } from '@inkproof/service-kit/keyed-queue'
import { addressBookFeature } from '../address-book/feature.ts'
import { authorityFeature } from '../authority/feature.ts'
import { filesFeature } from '../files/feature.ts'
import { pdfFeature } from '../pdf/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { recordFeature } from '../record/feature.ts'
import { createAdmission, createMailAdmission } from './admission.ts'
import { envelopeHandlers } from './envelope-handlers.http.ts'
import { createEnvelopeJob, type FollowUp } from './envelope-jobs.ts'
import { envelopeStore } from './envelope-store.ts'
import { type EnvelopeRow, envelopeModel } from './envelopes.model.ts'
import { type Invitations, type PresentEnvelope, toEnvelope } from './present.ts'
import { createRequests } from './requests.ts'
import { createSigningRecords } from './signing-record.ts'

/** What features that come after this one add when they are created. */
export type EnvelopeExtensions = {
  /** Work of the job after its work on a request. */
  followUps: FollowUp[]
  /** Returns the newest mail with a link of each recipient. */
  invitations: (row: EnvelopeRow) => Promise<Invitations>
}

export const envelopesFeature = defineFeature({
  name: 'envelopes',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN', 'ENVELOPES_A_DAY', 'MAILED_RECIPIENTS_A_DAY'),
    ...from(runtime, 'connection', 'log', 'now'),
    ...from(platformFeature, 'consumeLimit'),
    ...from(filesFeature, 'files'),
    ...from(pdfFeature, 'pdf'),
    ...from(authorityFeature, 'authority'),
    ...from(recordFeature, 'record', 'accounts'),
    ...from(addressBookFeature, 'addressBook'),
  },
  create: ({ accounts, connection, ...needs }) => {
    const envelopes = envelopeStore(envelopeModel(connection))
    const extensions: EnvelopeExtensions = { followUps: [], invitations: async () => new Map() }
    const deps = {
      ...needs,
      envelopes,
      followUps: extensions.followUps,
      findPasskey: accounts.passkey,
      runForRequest: createKeyedQueue(),
    }
    const job = createEnvelopeJob(deps)
    const requests = createRequests(deps, job.wake)
    const present: PresentEnvelope = async (row, { accountId }) =>
      toEnvelope(row, accountId, await extensions.invitations(row))
    const makeSigningRecord = createSigningRecords(needs)
    const handlers = envelopeHandlers({
      ...deps,
      contact: accounts.contact,
      findWallets: accounts.wallets,
      consumeQuota: accounts.consumeQuota,
      admit: createAdmission(needs),
      admitMail: createMailAdmission(needs),
      // A later feature sets it.
      invitations: (row) => extensions.invitations(row),
      requests,
      present,
      makeSigningRecord,
      wakeJob: job.wake,
    })
    const { remindRecipient: _, ...calls } = envelopeCalls
    return {
      calls: implement(calls, handlers),
      jobs: [job],
      provides: {
        envelopes,
        requests,
        present,
        makeSigningRecord,
        extensions,
        wakeJob: job.wake,
      },
    }
  },
})
