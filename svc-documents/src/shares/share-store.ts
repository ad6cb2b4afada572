/** What sharing asks of its collection. */

import { insertMissing } from '@inkproof/service-kit/insert-many'
import { shareIdOf } from '../certificates/share-link.ts'
import type { ShareRow, Shares } from './shares.model.ts'

export type ShareStore = {
  /** Makes these links lead to their certificates. Doing it again changes nothing. */
  create(shares: readonly { shareLink: string; certificateId: string }[]): Promise<void>
  /** Id of the certificate that a link leads to. */
  certificateIdOf(shareLink: string): Promise<string | undefined>
}

export function shareStore(model: Shares): ShareStore {
  return {
    create: async (shares) => {
      const rows = shares.map(({ shareLink, certificateId }) => ({
        _id: shareIdOf(shareLink),
        certificateId,
      }))
      // One that is there already leads to the same certificate: a link is made from its id.
      await insertMissing(model, rows)
    },
    certificateIdOf: async (shareLink) => {
      const row = await model.findOne({ _id: shareIdOf(shareLink) }).lean<ShareRow>()
      return row?.certificateId
    },
  }
}
