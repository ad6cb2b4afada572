/** Certificates: creating, listing, revoking and proving them. */
import { certificateCalls } from '@inkproof/protocol/calls/certificates'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { anchorsFeature } from '../anchors/feature.ts'
import { appendFeature } from '../log/append.feature.ts'
import { recordFeature } from '../log/feature.ts'
import { createFileCache } from '../log/file-cache.ts'
import { apiConfiguration, configuration, platformFeature, runtime } from '../platform/feature.ts'
import { revocationReceiptsFeature } from '../revocation-receipts/feature.ts'
import { shareLinksFeature } from '../share-links/feature.ts'
import { createAdmission } from './admission.ts'
import { certificateHandlers } from './certificate-handlers.http.ts'
import { type CertificateStore, certificateStore } from './certificate-store.ts'
import { certificateModel } from './certificates.model.ts'
import type { RelatedDataDeps } from './list.ts'
import type { ProveDeps } from './prove.ts'
import { createRevocationCompleter } from './revocation-completer.ts'
import { revocationIntentStore } from './revocation-intent-store.ts'
import { revocationIntentModel } from './revocation-intents.model.ts'

/** The dependencies for showing and proving certificates, both to their workspace and to the public. */
export type ViewDeps = RelatedDataDeps & ProveDeps & { certificates: CertificateStore }

export const certificatesFeature = defineFeature({
  name: 'certificates',
  needs: {
    ...from(configuration, 'LOG_DIR', 'PUBLIC_ORIGIN'),
    ...from(apiConfiguration, 'LOG_ORIGIN', 'CERTIFICATES_A_DAY'),
    ...from(apiConfiguration, 'CERTIFICATES_A_DAY_FROM_ADDRESS'),
    ...from(runtime, 'connection', 'log', 'now'),
    ...from(platformFeature, 'consumeLimit', 'refundLimit'),
    ...from(recordFeature, 'entries', 'heads', 'logKeys', 'files'),
    ...from(appendFeature, 'appender'),
    ...from(anchorsFeature, 'sizes'),
    ...from(shareLinksFeature, 'links'),
    ...from(revocationReceiptsFeature, 'receipts'),
  },
  create: ({ LOG_DIR, connection, log, now, entries, heads, files, links, ...needs }) => {
    const viewDeps: ViewDeps = {
      certificates: certificateStore(certificateModel(connection)),
      entriesAt: entries.bytesAt,
      deriveShareLink: links.derive,
      read: createFileCache(LOG_DIR, files.read),
      readCopy: files.readCopy,
      sizes: needs.sizes,
      readHeads: heads.read,
      origin: needs.LOG_ORIGIN,
      readLogKeys: needs.logKeys.read,
    }
    const revocation = {
      certificates: viewDeps.certificates,
      revocationIntents: revocationIntentStore(revocationIntentModel(connection)),
      append: needs.appender.append,
      origin: needs.LOG_ORIGIN,
    }
    const handlers = certificateHandlers({
      ...viewDeps,
      ...revocation,
      certificateIdOf: links.certificateIdOf,
      claimIds: links.claim,
      receipts: needs.receipts,
      admit: createAdmission({ ...needs, now }),
      indexesOf: entries.indexesOf,
      signedSize: async () => (await heads.read()).size,
      now,
    })
    return {
      calls: implement(certificateCalls, handlers),
      jobs: [createRevocationCompleter({ ...revocation, log })],
      provides: { viewDeps },
    }
  },
})
