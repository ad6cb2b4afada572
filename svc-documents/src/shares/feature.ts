/** Runs in the `api` role. Serves the public view of a certificate, by its share link or by its file. */
import { shareCalls } from '@inkproof/protocol/calls/shares'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { certificatesFeature } from '../certificates/feature.ts'
import { toShared } from '../certificates/present.ts'
import { proofFileName, prove } from '../certificates/prove.ts'
import { shareLinksFeature } from '../share-links/feature.ts'
import { findByFingerprint, findShared } from './find-shared.ts'

export const sharesFeature = defineFeature({
  name: 'shares',
  needs: { ...from(certificatesFeature, 'viewDeps'), ...from(shareLinksFeature, 'links') },
  create: ({ viewDeps, links }) => {
    const deps = { ...viewDeps, certificateIdOf: links.certificateIdOf }
    return {
      calls: implement(shareCalls, {
        showShared: async ({ params }) => {
          const { row, related } = await findShared(deps, params.shareLink)
          return toShared(row, related)
        },
        downloadSharedProof: async ({ params, res }) => {
          const { row, related } = await findShared(deps, params.shareLink)
          const text = await prove(viewDeps, row, related.revokedBy)
          res.attachment(proofFileName(row))
          return text
        },
        lookUpFingerprint: async ({ body }) => ({
          certificates: await findByFingerprint(deps, body.fingerprint),
        }),
      }),
    }
  },
})
