/** Share links: derived from a key and a certificate's ID. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { apiConfiguration, runtime } from '../platform/feature.ts'
import { deriveShareLink } from './share-link.ts'
import { shareStore } from './share-store.ts'
import { shareModel } from './shares.model.ts'

/** The entry that an ID is claimed for. */
export type IdClaim = { certificateId: string; leafHash: string }

export type ShareLinks = {
  /** Returns the link of a certificate. */
  of(certificateId: string): string
  /** Activates the links of these IDs. Returns the IDs claimed by another entry. */
  claim(claims: readonly IdClaim[]): Promise<string[]>
  /** Returns the ID of the certificate that a link refers to. */
  certificateIdOf(shareLink: string): Promise<string | undefined>
}

export const shareLinksFeature = defineFeature({
  name: 'share-links',
  needs: { ...from(apiConfiguration, 'SHARE_KEY'), ...from(runtime, 'connection') },
  create: ({ SHARE_KEY, connection }) => {
    const key = Buffer.from(SHARE_KEY, 'base64url')
    const shares = shareStore(shareModel(connection))
    const of = (certificateId: string) => deriveShareLink(key, certificateId)
    const links: ShareLinks = {
      of,
      claim: (claims) =>
        shares.claim(claims.map((claim) => ({ ...claim, shareLink: of(claim.certificateId) }))),
      certificateIdOf: shares.certificateIdOf,
    }
    return { provides: { links } }
  },
})
