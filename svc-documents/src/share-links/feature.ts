/** Share links: derived from a key and a certificate's ID. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { apiConfiguration, runtime } from '../platform/feature.ts'
import { deriveShareLink } from './share-link.ts'
import { shareStore } from './share-store.ts'
import { shareModel } from './shares.model.ts'

/** A claim of a certificate's ID for the entry with this leaf hash. */
export type IdClaim = { certificateId: string; leafHash: string }

export type ShareLinks = {
  /** Returns the link of a certificate. */
  derive(certificateId: string): string
  /** Claims each ID for its entry and activates its link. Returns the IDs already claimed by another entry. */
  claim(claims: readonly IdClaim[]): Promise<string[]>
  /** Returns the ID of the certificate that a link refers to; undefined if there is none. */
  certificateIdOf(shareLink: string): Promise<string | undefined>
}

export const shareLinksFeature = defineFeature({
  name: 'share-links',
  needs: { ...from(apiConfiguration, 'SHARE_KEY'), ...from(runtime, 'connection') },
  create: ({ SHARE_KEY, connection }) => {
    const key = Buffer.from(SHARE_KEY, 'base64url')
    const shares = shareStore(shareModel(connection))
    const derive = (certificateId: string) => deriveShareLink(key, certificateId)
    const links: ShareLinks = {
      derive,
      claim: (claims) =>
        shares.claim(claims.map((claim) => ({ ...claim, shareLink: derive(claim.certificateId) }))),
      certificateIdOf: shares.certificateIdOf,
    }
    return { provides: { links } }
  },
})
