/** Certificates: creating, listing, revoking and proving them. */
import { certificateCalls } from '@inkproof/protocol/calls/certificates'
import { certifyForAccount } from '@inkproof/protocol/internal'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { handleInternalCall } from '@inkproof/service-kit/internal-routes'
import { anchorsFeature } from '../anchors/feature.ts'
import type { ProveDeps } from '../anchors/prove-entry.ts'
import { appendFeature } from '../log/append.feature.ts'
import { recordFeature } from '../log/feature.ts'
import { apiConfiguration, configuration, platformFeature, runtime } from '../platform/feature.ts'
import { revocationReceiptsFeature } from '../revocation-receipts/feature.ts'
import { shareLinksFeature } from '../share-links/feature.ts'
import { createAdmission } from './admission.ts'
import { certificateHandlers } from './certificate-handlers.http.ts'
import { type CertificateStore, certificateStore } from './certificate-store.ts'
import { certificateModel } from './certificates.model.ts'
import { certify } from './certify.ts'
import { getCertificate, type RelatedDataDeps } from './list.ts'
import { createRevocationCompleter } from './revocation-completer.ts'
import { revocationIntentStore } from './revocation-intent-store.ts'
import { revocationIntentModel } from './revocation-intents.model.ts'

/** The dependencies for showing and proving certificates, both to their workspace and to the public. */
export type ViewDeps = RelatedDataDeps & ProveDeps & { certificates: CertificateStore }

export const certificatesFeature = defineFeature({
  name: 'certificates',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN'),
    ...from(apiConfiguration, 'LOG_ORIGIN', 'CERTIFICATES_A_DAY'),
    ...from(apiConfiguration, 'CERTIFICATES_A_DAY_FROM_ADDRESS'),
    ...from(runtime, 'connection', 'log', 'now'),
    ...from(platformFeature, 'consumeLimit', 'refundLimit', 'answerServices'),
    ...from(recordFeature, 'entries', 'heads'),
    ...from(appendFeature, 'appender'),
    ...from(anchorsFeature, 'proveDeps'),
    ...from(shareLinksFeature, 'links'),
    ...from(revocationReceiptsFeature, 'receipts'),
  },
  create: ({ connection, log, now, entries, heads, links, proveDeps, ...needs }) => {
    const viewDeps: ViewDeps = {
      ...proveDeps,
      certificates: certificateStore(certificateModel(connection)),
      entriesAt: entries.bytesAt,
      deriveShareLink: links.derive,
    }
    const revocation = {
      certificates: viewDeps.certificates,
      revocationIntents: revocationIntentStore(revocationIntentModel(connection)),
      append: needs.appender.append,
      origin: needs.LOG_ORIGIN,
    }
    const deps = {
      ...viewDeps,
      ...revocation,
      certificateIdOf: links.certificateIdOf,
      claimIds: links.claim,
      receipts: needs.receipts,
      admitRequester: createAdmission({ ...needs, now }),
      indexesOf: entries.indexesOf,
      signedSize: async () => (await heads.read()).size,
      now,
    }
    return {
      calls: implement(certificateCalls, certificateHandlers(deps)),
      routes: [
        needs.answerServices(
          handleInternalCall(certifyForAccount, async ({ certificate, ...owner }) => ({
            certificate: await getCertificate(
              deps,
              await certify({ ...deps, admit: async () => undefined }, owner, certificate),
            ),
          })),
        ),
      ],
      jobs: [createRevocationCompleter({ ...revocation, log })],
      provides: { viewDeps },
    }
  },
})
