/** Share links: made from a key and a certificate's id, and what they show to anyone. */
import type { TakeLimit } from '@inkproof/service-kit/limit'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import type { ShareLinks, ShowDeps } from '../certificates/feature.ts'
import { shareLinkOf } from '../certificates/share-link.ts'
import { shareStore } from './share-store.ts'
import { shareModel } from './shares.model.ts'
import { sharesRoutes } from './shares.routes.ts'

/** @param shareKey SHARE_KEY as it is configured */
export function shareLinks(connection: Connection, shareKey: string): ShareLinks {
  const key = Buffer.from(shareKey, 'base64url')
  const shares = shareStore(shareModel(connection))
  const of = (certificateId: string) => shareLinkOf(key, certificateId)
  return {
    of,
    claim: (claims) =>
      shares.claim(claims.map((claim) => ({ ...claim, shareLink: of(claim.certificateId) }))),
    certificateIdOf: shares.certificateIdOf,
  }
}

/** Role api. */
export function sharesFeature(show: ShowDeps, links: ShareLinks, takeLimit: TakeLimit): Router {
  return sharesRoutes({ ...show, certificateIdOf: links.certificateIdOf, takeLimit })
}
