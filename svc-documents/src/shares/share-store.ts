/** What sharing asks of its collection. */
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
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
      try {
        await model.collection.insertMany(rows as never[], { ordered: false })
      } catch (error) {
        // There already: a link is made from its certificate's id, so it leads to the same one.
        if (!isDuplicateKey(error)) throw error
      }
    },
    certificateIdOf: async (shareLink) => {
      const row = await model.findOne({ _id: shareIdOf(shareLink) }).lean<ShareRow>()
      return row?.certificateId
    },
  }
}
