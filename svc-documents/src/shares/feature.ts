/** Runs in the `api` role. Serves the public view of a certificate, by its share link or by its file. */
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import { shareCalls } from '@inkproof/protocol/calls/shares'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { certificatesFeature } from '../certificates/feature.ts'
import { titleOf, toShared } from '../certificates/present.ts'
import { proofFileName, prove } from '../certificates/prove.ts'
import { configuration } from '../platform/feature.ts'
import { shareLinksFeature } from '../share-links/feature.ts'
import { beginningOf } from './beginning.ts'
import { findByFingerprint, findShared, findSharedRow } from './find-shared.ts'
import { createPreviewImages } from './preview-image.ts'
import { previewTags } from './preview-tags.ts'

export const sharesFeature = defineFeature({
  name: 'shares',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN', 'CHAIN_ID'),
    ...from(certificatesFeature, 'viewDeps'),
    ...from(shareLinksFeature, 'links'),
  },
  create: ({ PUBLIC_ORIGIN, CHAIN_ID, viewDeps, links }) => {
    const deps = { ...viewDeps, certificateIdOf: links.certificateIdOf }
    const isTestInstallation = CHAIN_ID === Number(EMBEDDED_CHAIN_ID)
    const imageOf = createPreviewImages()
    return {
      calls: implement(shareCalls, {
        showShared: async ({ params }) => {
          const { row, related } = await findShared(deps, params.shareLink)
          return toShared(row, related)
        },
        showSharedBeginning: async ({ params }) => {
          const { row, related } = await findShared(deps, params.shareLink)
          return beginningOf(toShared(row, related))
        },
        showSharedHead: async ({ params: { shareLink } }) => {
          const title = titleOf(await findSharedRow(deps, shareLink))
          return previewTags({ title, shareLink, origin: PUBLIC_ORIGIN, isTestInstallation })
        },
        showSharedPreview: async ({ params }) => {
          const { opening } = await findSharedRow(deps, params.shareLink)
          return imageOf(opening.fingerprint)
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
